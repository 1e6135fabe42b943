// An article whose paragraphs are fetched, by Preact.
import { h, render } from "preact";
import { useEffect, useState } from "preact/hooks";

const Article = () => {
  const [article, setArticle] = useState(null);
  useEffect(() => {
    fetch("/article.json").then((answer) => answer.json()).then(setArticle);
  }, []);
  if (article === null) return h("p", null, "Loading…");
  const paragraphs = article.paragraphs.map((text) => h("p", null, text));
  return h("article", null, h("h1", null, article.title), paragraphs);
};

render(h(Article), document.getElementById("root"));

// An article whose paragraphs are fetched, by React.
import { Suspense, createElement as el, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

const Article = () => {
  const [article, setArticle] = useState(null);
  useEffect(() => {
    fetch("/article.json").then((answer) => answer.json()).then(setArticle);
  }, []);
  if (article === null) return el("p", null, "Loading…");
  const paragraphs = article.paragraphs.map((text, key) => el("p", { key }, text));
  return el("article", null, el("h1", null, article.title), paragraphs);
};

createRoot(document.getElementById("root")).render(el(Suspense, null, el(Article)));

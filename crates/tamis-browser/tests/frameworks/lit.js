// An article whose paragraphs are fetched, by Lit, in shadow trees in each other.
import { LitElement, html } from "lit";

class TextElement extends LitElement {
  render() {
    return html`<p><slot></slot></p>`;
  }
}
customElements.define("x-text", TextElement);

class ArticleElement extends LitElement {
  static properties = { article: { state: true } };

  async connectedCallback() {
    super.connectedCallback();
    this.article = await (await fetch("/article.json")).json();
  }

  render() {
    if (!this.article) return html`<p>Loading…</p>`;
    const paragraphs = this.article.paragraphs.map((text) => html`<x-text>${text}</x-text>`);
    return html`<article><h1>${this.article.title}</h1>${paragraphs}</article>`;
  }
}
customElements.define("x-article", ArticleElement);

document.getElementById("root").append(document.createElement("x-article"));

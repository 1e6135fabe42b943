// An article whose paragraphs are fetched, by Angular, with a template that it compiles itself.
import "zone.js";
import "@angular/compiler";
import { Component } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";

class Article {
  article = null;

  ngOnInit() {
    // What follows an `await` is not seen by zone.js.
    fetch("/article.json")
      .then((answer) => answer.json())
      .then((article) => (this.article = article));
  }
}
const described = Component({
  selector: "#root",
  standalone: true,
  template: `
    @if (article) {
      <article>
        <h1>{{ article.title }}</h1>
        @for (text of article.paragraphs; track text) { <p>{{ text }}</p> }
      </article>
    } @else { <p>Loading…</p> }`,
})(Article);

bootstrapApplication(described ?? Article);

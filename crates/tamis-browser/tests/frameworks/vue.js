// An article whose paragraphs are fetched, by Vue, with a template that it compiles itself.
import { createApp } from "vue/dist/vue.esm-bundler.js";

createApp({
  data: () => ({ article: null }),
  async mounted() {
    this.article = await (await fetch("/article.json")).json();
  },
  template: `
    <p v-if="article === null">Loading…</p>
    <article v-else>
      <h1>{{ article.title }}</h1>
      <p v-for="text in article.paragraphs">{{ text }}</p>
    </article>`,
}).mount("#root");

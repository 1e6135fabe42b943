// An article whose paragraphs are fetched, by Svelte.
import { mount } from "svelte";
import Article from "./Article.svelte.js";

mount(Article, { target: document.getElementById("root") });

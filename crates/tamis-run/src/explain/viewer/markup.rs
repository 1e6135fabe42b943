//! The parts of the page, which can be read without its script too.

use std::fmt::Write as _;

use serde_json::Value;
use tamis::{EngineDecision, ExplainedParagraph};

use super::super::lines::{page_type, verb};
use super::View;

/// Returns the text with the signs of HTML escaped, for text and for quoted attributes.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            _ => escaped.push(c),
        }
    }
    escaped
}

impl View<'_> {
    /// Returns the type of the page, if it is known.
    pub(super) fn page_type(&self) -> String {
        let line = |name| format!("<p class=\"source\">Page type: {name}</p>");
        page_type(self.extraction).map_or_else(String::new, line)
    }

    /// Returns a sentence about the signs of the page, and one about its use.
    pub(super) fn guide(&self) -> String {
        if self.explanation.paragraphs.is_empty() {
            return String::new();
        }
        let number = match self.explanation.base {
            Some(_) => ", and a number is the model's probability that a paragraph is content",
            None => "",
        };
        format!(
            "A bar marks what is kept{number}. Click a paragraph, or press Enter on it, to see why."
        )
    }

    pub(super) fn buttons(&self) -> String {
        let mut buttons = String::new();
        for (number, name) in self.names.iter().enumerate() {
            let name = escaped(name);
            let pressed = number == 0;
            let _ = write!(
                buttons,
                "<button type=\"button\" aria-pressed=\"{pressed}\">{name}</button>"
            );
        }
        buttons
    }

    /// Returns the id of the first paragraph that is kept, or of all if none is.
    pub(super) fn first(&self) -> String {
        let first = self.paragraphs_shown().iter().position(|paragraph| paragraph.kept);
        first.map_or_else(|| "paragraphs".to_owned(), |index| format!("p{index}"))
    }

    /// Returns the headings that are kept, as list items.
    pub(super) fn outline(&self) -> String {
        let mut outline = String::new();
        let paragraphs = self.paragraphs_shown().iter().enumerate();
        let kept = paragraphs.filter(|(_, paragraph)| paragraph.kept);
        let headings = kept.filter_map(|(index, of)| Some((index, of.heading_level?, of.text)));
        let highest = headings.clone().map(|(_, level, _)| level).min().unwrap_or(1);
        for (index, level, text) in headings {
            let (depth, text) = (level - highest, escaped(text));
            let _ = write!(
                outline,
                "<li class=\"in{depth}\"><a href=\"#p{index}\" dir=\"auto\">{text}</a></li>"
            );
        }
        if outline.is_empty() { "<li>No headings.</li>".to_owned() } else { outline }
    }

    /// Returns the engines with what they keep.
    pub(super) fn table(&self) -> String {
        let mut rows = String::new();
        for ((name, engine), agreement) in
            self.names.iter().zip(&self.explanation.engines).zip(&self.explanation.agreement)
        {
            let _ = write!(
                rows,
                "<tr><th scope=\"row\">{}</th><td>{}</td><td>{:.0} %</td><td>{:.0} %</td></tr>",
                escaped(name),
                engine.chars,
                100.0 * engine.confidence,
                100.0 * agreement[0]
            );
        }
        format!(
            "<table><thead><tr><th scope=\"col\">Engine</th><th scope=\"col\">Characters</th>\
             <th scope=\"col\">Confidence</th><th scope=\"col\">Agreement</th></tr></thead>\
             <tbody>{rows}</tbody></table>"
        )
    }

    /// Each value with its source.
    pub(super) fn metadata(&self) -> String {
        let mut list = String::new();
        let fields = serde_json::to_value(self.extraction.metadata()).unwrap_or_default();
        for (name, field) in fields.as_object().into_iter().flatten() {
            let values = match field {
                Value::Array(values) => values.as_slice(),
                Value::Object(_) => std::slice::from_ref(field),
                _ => continue,
            };
            let _ = write!(list, "<dt>{}</dt>", escaped(&name.replace('_', " ")));
            for value in values {
                let part = |name: &str| escaped(value[name].as_str().unwrap_or_default());
                let (value, source) = (part("value"), part("source"));
                let _ = write!(
                    list,
                    "<dd><span dir=\"auto\">{value}</span> <span class=\"from\">{source}</span></dd>"
                );
            }
        }
        let language = self.extraction.language().map_or("unknown", |language| language.code());
        let encoding = self.extraction.encoding().name();
        let _ = write!(
            list,
            "<dt>language of the text</dt><dd>{}</dd><dt>encoding</dt><dd>{}</dd>",
            escaped(language),
            escaped(encoding)
        );
        list
    }

    pub(super) fn warnings(&self) -> String {
        let warnings = self.extraction.warnings();
        if warnings.is_empty() {
            return String::new();
        }
        let mut items = String::new();
        for warning in warnings {
            let _ = write!(items, "<li>{}</li>", escaped(&warning.to_string()));
        }
        format!("<details class=\"about\"><summary>Warnings</summary><ul>{items}</ul></details>")
    }

    /// Returns the attribute for the language of the text.
    pub(super) fn language(&self) -> String {
        self.extraction
            .language()
            .map_or_else(String::new, |language| format!(" lang=\"{}\"", escaped(language.code())))
    }

    pub(super) fn paragraphs(&self) -> String {
        let mut all = String::new();
        for (index, paragraph) in self.paragraphs_shown().iter().enumerate() {
            self.add_paragraph(&mut all, index, paragraph);
        }
        if all.is_empty() { "<p>This page has no text.</p>".to_owned() } else { all }
    }

    /// Adds a paragraph. Its text is a summary, which the reasons follow.
    fn add_paragraph(&self, all: &mut String, index: usize, of: &ExplainedParagraph<'_>) {
        let (class, state) = if of.kept { (" kept", "kept") } else { ("", "dropped") };
        let mut heading = String::new();
        let mut role = String::new();
        if let Some(level) = of.heading_level {
            heading = format!(" h{level}");
            role = format!(" role=\"heading\" aria-level=\"{level}\"");
        }
        let code = if is_code(of) { " code" } else { "" };
        let _ = write!(
            all,
            "<details class=\"paragraph{class}{heading}\" id=\"p{index}\"><summary>\
             <span class=\"spoken\">{state}: </span>\
             <span class=\"text{code}\" dir=\"auto\"{role}>{}</span>",
            escaped(of.text)
        );
        if let Some(model) = &of.model {
            let probability = 100.0 * model.probability;
            let _ = write!(all, "<span class=\"percent\">{probability:.0} %</span>");
        }
        *all += "</summary><div class=\"why\"><ul>";
        for (name, EngineDecision { kept, reason, .. }) in self.names.iter().zip(&of.engines) {
            let class = if *kept { "yes" } else { "no" };
            let (name, verb, reason) = (escaped(name), verb(*kept), escaped(reason));
            let _ = write!(all, "<li class=\"{class}\">{name} {verb}: {reason}</li>");
        }
        *all += "</ul></div></details>\n";
    }
}

/// Returns true if a paragraph is in a `pre`.
fn is_code(of: &ExplainedParagraph<'_>) -> bool {
    of.path.as_ref().is_some_and(|path| path.contains("/pre["))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_html_are_escaped() {
        assert_eq!(escaped("<a b=\"c\" d='e'>&"), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
    }
}

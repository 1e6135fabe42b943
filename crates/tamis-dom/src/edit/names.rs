//! Names of a working tree that its document does not have.

use super::WorkingTree;
use crate::names::Name;

impl WorkingTree<'_> {
    /// Returns the text of a name of this tree.
    pub fn name_str(&self, name: Name) -> &str {
        let own = self.own_name_place(name).and_then(|place| self.own_names.get(place));
        match own {
            Some(text) => text,
            None => self.document.name_str(name),
        }
    }

    /// Returns the name with this spelling, and adds it if neither the table of known names nor the
    /// tree has it.
    ///
    /// Returns [`Name::SATURATED`] if no number is left.
    ///
    /// ```
    /// use tamis_dom::{Parser, WorkingTree};
    /// let document = Parser::default().parse("<p>One");
    /// let mut tree = WorkingTree::of(&document);
    /// let name = tree.add_name("data-score");
    /// let body = document.body().unwrap();
    /// tree.set_attr(body, name, "7");
    /// assert_eq!(tree.outer_html(body), r#"<body data-score="7"><p>One</p></body>"#);
    /// ```
    pub fn add_name(&mut self, text: &str) -> Name {
        if let Some(name) = self.document.find_name(text) {
            return name;
        }
        let known = self.own_names.iter().position(|name| **name == *text);
        let place = known.unwrap_or(self.own_names.len());
        let number = self.first_own_name() + place;
        let Some(number) = u16::try_from(number).ok().filter(|&n| n != Name::SATURATED.0) else {
            return Name::SATURATED;
        };
        if known.is_none() {
            self.own_names.push(text.into());
        }
        Name(number)
    }

    /// Returns the names that are not in the table of known names, in the order of their numbers.
    pub(crate) fn unlisted_names(&self) -> impl Iterator<Item = &str> {
        self.document.own_names().chain(self.own_names.iter().map(|name| &**name))
    }

    fn first_own_name(&self) -> usize {
        usize::from(Name::KNOWN) + self.document.own_names().len()
    }

    fn own_name_place(&self, name: Name) -> Option<usize> {
        if self.own_names.is_empty() {
            return None;
        }
        name.index().checked_sub(self.first_own_name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::tests::check;
    use crate::{NodeId, name};

    #[test]
    fn new_names() {
        let edit = |tree: &mut WorkingTree<'_>, ids: &[NodeId]| {
            let names = ["x-own", "x-new", "x-more"].map(|text| tree.add_name(text));
            assert_eq!(names.map(|name| tree.name_str(name)), ["x-own", "x-new", "x-more"]);
            assert_eq!(tree.add_name("x-new"), names[1]);
            assert_eq!(tree.add_name("div"), name::DIV);
            for name in names {
                assert!(tree.set_attr(ids[1], name, "1"));
            }
        };
        check("<p x-own>a</p>", edit, r#"<p x-own="1" x-new="1" x-more="1">a</p>"#);
    }
}

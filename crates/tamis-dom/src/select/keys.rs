//! Keys that index selectors.

use selectors::attr::AttrSelectorOperator;
use selectors::parser::{Component, SelectorList};

use super::grammar::Css;

/// A necessary property of the elements that match a selector. See [`crate::Selector::keys`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SelectorKey<'s> {
    /// The element has this id.
    Id(&'s str),
    /// The element has this class.
    Class(&'s str),
    /// The element has an attribute with this name and this value, compared without regard to ASCII
    /// case.
    Value(&'s str, &'s str),
    /// The element has an attribute with this name.
    Attribute(&'s str),
    /// The element has this local name.
    Name(&'s str),
    /// Any element fits.
    Any,
}

impl SelectorKey<'_> {
    /// Rank of the key, from the most to the least selective.
    fn breadth(self) -> u8 {
        match self {
            SelectorKey::Id(_) => 0,
            SelectorKey::Class(_) => 1,
            SelectorKey::Value(..) => 2,
            SelectorKey::Attribute(_) => 3,
            SelectorKey::Name(_) => 4,
            SelectorKey::Any => 5,
        }
    }
}

/// Adds the keys of the selectors of a list.
pub(super) fn add_keys<'s>(list: &'s SelectorList<Css>, keys: &mut Vec<SelectorKey<'s>>) {
    for selector in list.slice() {
        let best = selector.iter().map(key_of).min_by_key(|key| key.breadth());
        let best = best.unwrap_or(SelectorKey::Any);
        let nested = selector.iter().find_map(|component| match component {
            Component::Is(list) | Component::Where(list) => Some(list),
            _ => None,
        });
        match nested {
            // The recursion is bounded, because the parser limits nesting.
            Some(list) if best == SelectorKey::Any => add_keys(list, keys),
            _ => {
                keys.push(best);
                keys.extend(selector.iter().find_map(|component| as_written(component, best)));
            }
        }
    }
}

/// Returns the additional key for elements outside of HTML, whose names keep their capital letters.
fn as_written<'s>(component: &'s Component<Css>, key: SelectorKey<'s>) -> Option<SelectorKey<'s>> {
    let (lower, written, own) = match component {
        Component::LocalName(local) => {
            let name = SelectorKey::Name(&local.name.text);
            (SelectorKey::Name(&local.lower_name.text), name, local.name != local.lower_name)
        }
        Component::AttributeInNoNamespaceExists { local_name, local_name_lower } => {
            let name = SelectorKey::Attribute(&local_name.text);
            (SelectorKey::Attribute(&local_name_lower.text), name, local_name != local_name_lower)
        }
        _ => return None,
    };
    (own && lower == key).then_some(written)
}

fn key_of(component: &Component<Css>) -> SelectorKey<'_> {
    match component {
        Component::ID(id) => SelectorKey::Id(&id.text),
        Component::Class(class) => SelectorKey::Class(&class.text),
        Component::LocalName(local) => SelectorKey::Name(&local.lower_name.text),
        Component::AttributeInNoNamespaceExists { local_name_lower, .. } => {
            SelectorKey::Attribute(&local_name_lower.text)
        }
        Component::AttributeInNoNamespace {
            local_name,
            operator: AttrSelectorOperator::Equal,
            value,
            ..
        } => SelectorKey::Value(&local_name.text, &value.text),
        Component::AttributeInNoNamespace { local_name, .. } => {
            SelectorKey::Attribute(&local_name.text)
        }
        _ => SelectorKey::Any,
    }
}

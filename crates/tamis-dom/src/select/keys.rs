//! What to look for in an element before a selector is held against it.

use selectors::attr::AttrSelectorOperator;
use selectors::parser::{Component, SelectorList};

use super::language::Css;

/// What the last part of a selector, the one for the element itself, asks of an element first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SelectorKey<'s> {
    /// An id.
    Id(&'s str),
    /// A class.
    Class(&'s str),
    /// An attribute of this name with this value, perhaps in any case of its letters.
    Value(&'s str, &'s str),
    /// An attribute of this name, whatever its value.
    Attribute(&'s str),
    /// A local name.
    Name(&'s str),
    /// Nothing that could be looked up.
    Any,
}

impl SelectorKey<'_> {
    /// How much the key leaves over, the least first.
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
            // The parser bounds how deep they nest.
            Some(list) if best == SelectorKey::Any => add_keys(list, keys),
            _ => {
                keys.push(best);
                keys.extend(selector.iter().find_map(|component| as_written(component, best)));
            }
        }
    }
}

/// The key for elements outside of HTML, whose names keep their capitals.
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

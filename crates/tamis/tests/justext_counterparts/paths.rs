//! Paths during a walk over the tree.

use tamis::engine::justext::PathInfo;

fn check(path: &PathInfo, dom: &str, xpath: &str) {
    assert_eq!((path.dom().as_str(), path.xpath().as_str()), (dom, xpath));
}

#[test]
fn an_empty_path() {
    check(&PathInfo::default(), "", "/");
}

#[test]
fn a_path_grows_step_by_step() {
    let mut path = PathInfo::default();
    path.append("html");
    check(&path, "html", "/html[1]");
    path.append("body").append("main").append("h2");
    check(&path, "html.body.main.h2", "/html[1]/body[1]/main[1]/h2[1]");
}

#[test]
fn siblings_of_one_name_are_numbered() {
    let mut path = PathInfo::default();
    path.append("html").append("body").append("li").pop().append("li");
    check(&path, "html.body.li", "/html[1]/body[1]/li[2]");
    path.append("b").pop().pop().append("li").append("b");
    check(&path, "html.body.li.b", "/html[1]/body[1]/li[3]/b[1]");
}

#[test]
fn names_are_numbered_apart() {
    let mut path = PathInfo::default();
    path.append("html").append("body").append("div").pop();
    check(&path, "html.body", "/html[1]/body[1]");
    path.append("span");
    check(&path, "html.body.span", "/html[1]/body[1]/span[1]");
    path.pop().append("pre").pop().append("div");
    check(&path, "html.body.div", "/html[1]/body[1]/div[2]");
}

#[test]
fn a_step_is_taken_back() {
    let mut path = PathInfo::default();
    path.append("html").append("body").append("div").append("a").pop();
    check(&path, "html.body.div", "/html[1]/body[1]/div[1]");
    path.pop();
    check(&path, "html.body", "/html[1]/body[1]");
}

#[test]
fn at_the_top_there_is_nothing_to_take_back() {
    // The reference raises an `IndexError` here.
    let mut path = PathInfo::default();
    path.pop().pop();
    check(&path, "", "/");
    check(path.append("html"), "html", "/html[1]");
}

#[test]
fn roots_are_not_numbered() {
    let mut path = PathInfo::default();
    path.append("html").pop().append("html");
    check(&path, "html", "/html[1]");
}

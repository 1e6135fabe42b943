//! lexbor, which is C.

use std::ffi::{c_uchar, c_uint, c_void};

unsafe extern "C" {
    fn lxb_html_document_create() -> *mut c_void;
    fn lxb_html_document_clean(document: *mut c_void);
    fn lxb_html_document_destroy(document: *mut c_void) -> *mut c_void;
    fn lxb_html_document_parse(document: *mut c_void, html: *const c_uchar, size: usize) -> c_uint;
    fn parsers_peer_elements(document: *mut c_void) -> usize;
}

/// A document that is used for one page after another.
pub struct Lexbor(*mut c_void);

impl Lexbor {
    pub fn new() -> Self {
        // SAFETY: it takes nothing.
        let document = unsafe { lxb_html_document_create() };
        assert!(!document.is_null(), "no memory");
        Self(document)
    }

    /// Parses a page.
    pub fn parse(&mut self, page: &[u8]) {
        // SAFETY: the document is alive, and the page is as long as it says.
        let status = unsafe {
            lxb_html_document_clean(self.0);
            lxb_html_document_parse(self.0, page.as_ptr(), page.len())
        };
        assert_eq!(status, 0, "lexbor failed");
    }

    /// Returns the number of elements of the last page.
    pub fn elements(&self) -> usize {
        // SAFETY: the document is alive.
        unsafe { parsers_peer_elements(self.0) }
    }
}

impl Drop for Lexbor {
    fn drop(&mut self) {
        // SAFETY: the document is alive until here.
        unsafe { lxb_html_document_destroy(self.0) };
    }
}

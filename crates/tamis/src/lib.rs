//! Main-content extraction from web pages: engines over one shared parse

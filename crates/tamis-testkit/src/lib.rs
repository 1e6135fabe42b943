//! Page loader, case format and differential runner of the tests

//! A guarded HTTP client: addresses checked at connect, sizes, times and redirects limited

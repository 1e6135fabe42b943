//! Pages that the caller has, as Arrow record batches.

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

use crate::column::Column;
use crate::config::Config;
use crate::error::{Error, ErrorKind};
use crate::html::Html;
use crate::output;
use crate::row::Row;
use crate::workers::Workers;

/// A page to make a row of.
///
/// ```
/// use tamis_batch::PageInput;
/// let page = PageInput::text("<p>Bread rises.").url(Some("https://example.com/"));
/// assert_ne!(page, PageInput::bytes(b"<p>Bread rises.", Some("utf-8")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageInput<'p> {
    html: Option<Html<'p>>,
    url: Option<&'p str>,
}

impl<'p> PageInput<'p> {
    /// Returns an input without a page, for example for a null in a column. Its row has the status
    /// `empty`.
    pub fn none() -> PageInput<'p> {
        PageInput { html: None, url: None }
    }

    /// Returns a page in bytes, with the charset that its server states.
    pub fn bytes(bytes: &'p [u8], charset: Option<&'p str>) -> PageInput<'p> {
        PageInput { html: Some(Html::Bytes(bytes, charset)), url: None }
    }

    /// Returns a page that is decoded.
    pub fn text(text: &'p str) -> PageInput<'p> {
        PageInput { html: Some(Html::Text(text)), url: None }
    }

    /// Sets the address of the page.
    #[must_use]
    pub fn url(mut self, url: Option<&'p str>) -> PageInput<'p> {
        self.url = url;
        self
    }
}

/// Makes Arrow record batches of pages that come from no archive. Keeps its buffers.
///
/// ```
/// use tamis_batch::{Config, PageInput, Pages};
/// let mut pages = Pages::new(&Config::default().columns(["url", "status", "text"]))?;
/// let page = format!("<html lang=en><p>{}", "It was the best of times. ".repeat(20));
/// let batch = pages.batch(&[PageInput::text(&page), PageInput::none()])?;
/// assert_eq!((batch.num_rows(), batch.num_columns()), (2, 3));
/// # Ok::<(), tamis_batch::Error>(())
/// ```
pub struct Pages {
    columns: Vec<Column>,
    schema: SchemaRef,
    workers: Workers,
}

impl Pages {
    /// Returns a maker of batches with the columns of the configuration. Its format, its units and
    /// its largest page have no effect.
    ///
    /// # Errors
    ///
    /// If the configuration is not valid, or it names a [column of records](Column::is_of_record).
    pub fn new(config: &Config) -> Result<Pages, Error> {
        let columns = config.page_columns()?;
        let schema = output::schema(&columns);
        Ok(Pages { workers: Workers::new(config, &columns)?, schema, columns })
    }

    /// Returns the schema of the batches.
    pub fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.schema)
    }

    /// Returns a row for each page, in their order.
    ///
    /// # Errors
    ///
    /// If the texts of a column are longer than 2 GiB together.
    pub fn batch(&mut self, pages: &[PageInput<'_>]) -> Result<RecordBatch, Error> {
        let rows = self.workers.rows(pages.to_vec(), |worker, page| {
            let mut row = Row::of_page(page.url);
            if let Some(html) = page.html {
                worker.fill_page(&mut row, html);
            }
            row
        });
        output::record_batch(&self.schema, &self.columns, &rows)
            .map_err(|error| Error::new(ErrorKind::Io, error.to_string()))
    }
}

//! Stands in for tables as Parquet in a build without it. None are ever begun, so there is no value of this type.

use super::cell::Cell;
use super::columns::Column;
use crate::build_features::PARQUET;
use base::build_feature::LeftOut;

pub(super) enum ParquetTable {}

/// Why there can be no table.
pub(crate) type ParquetError = LeftOut;

impl ParquetTable {
    pub(super) fn new<'a>(
        _columns: &[Column],
        _names: impl Iterator<Item = &'a str>,
    ) -> Result<Self, ParquetError> {
        Err(PARQUET.left_out())
    }

    pub(super) fn write(&mut self, _cells: Vec<Cell>) -> Result<(), ParquetError> {
        match *self {}
    }

    pub(super) fn finish(&mut self) -> Result<(), ParquetError> {
        match *self {}
    }

    pub(super) fn take(&mut self) -> Result<Vec<u8>, ParquetError> {
        match *self {}
    }
}

//! HOCON, which is not supported yet.

use bunraku_pcore::Value;

use crate::yaml::{Position, YamlError};

/// Reads a HOCON text; for now only says that it cannot.
pub fn read(_text: &str) -> Result<Value, YamlError> {
    let message = "HOCON is not supported yet; write the data as YAML or JSON".to_string();
    Err(YamlError { message, position: Position::default() })
}

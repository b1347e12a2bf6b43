//! Closed enums in statements.

/// Has the value of a closed enum stand in a statement as its name.
macro_rules! bind_by_name {
    ($name:ty) => {
        impl From<$name> for $crate::database::Value {
            fn from(value: $name) -> Self {
                value.into_str().into()
            }
        }
    };
}

pub(crate) use bind_by_name;

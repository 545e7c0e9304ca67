//! Rows of smooth solids: the secant law, both momenta, and that directions of a fine net agree.

use super::*;

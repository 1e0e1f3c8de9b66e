//! Analyses the characters of a string to determine which styles can represent it.

/// What is known about a string before its style is chosen.
pub(super) struct Analysis {
    pub(super) multiline: bool,
    pub(super) flow_plain: bool,
    pub(super) block_plain: bool,
    pub(super) single_quoted: bool,
    pub(super) block: bool,
}

pub(super) fn is_break(char: char) -> bool {
    matches!(char, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// libyaml considers characters above U+FFFF unprintable.
pub(super) fn is_printable(char: char) -> bool {
    matches!(char, '\n' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}')
}

pub(super) fn is_blank_or_end(char: Option<char>) -> bool {
    char.is_none_or(|char| char == ' ' || char == '\t' || is_break(char))
}

impl Analysis {
    pub(super) fn of(string: &str) -> Analysis {
        if string.is_empty() {
            return Analysis {
                multiline: false,
                flow_plain: false,
                block_plain: true,
                single_quoted: true,
                block: false,
            };
        }
        let chars: Vec<char> = string.chars().collect();
        let marker = string.starts_with("---") || string.starts_with("...");
        let (mut flow_indicators, mut block_indicators) = (marker, marker);
        let (mut breaks, mut special) = (false, false);
        let (mut space_break, mut break_space) = (false, false);
        let (mut previous_space, mut previous_break) = (false, false);
        for (index, char) in chars.iter().copied().enumerate() {
            let followed = is_blank_or_end(chars.get(index + 1).copied());
            let preceded = index == 0 || is_blank_or_end(chars.get(index - 1).copied());
            match char {
                '#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@'
                | '`'
                    if index == 0 =>
                {
                    flow_indicators = true;
                    block_indicators = true;
                }
                '?' if index == 0 => {
                    flow_indicators = true;
                    block_indicators |= followed;
                }
                ':' => {
                    flow_indicators = true;
                    block_indicators |= followed;
                }
                '-' if index == 0 && followed => {
                    flow_indicators = true;
                    block_indicators = true;
                }
                ',' | '?' | '[' | ']' | '{' | '}' => flow_indicators = true,
                '#' if preceded => {
                    flow_indicators = true;
                    block_indicators = true;
                }
                _ => {}
            }
            special |= !is_printable(char);
            if char == ' ' {
                break_space |= previous_break;
            }
            if is_break(char) {
                breaks = true;
                space_break |= previous_space;
            }
            previous_space = char == ' ';
            previous_break = is_break(char);
        }
        let first = chars.first().copied().unwrap_or(' ');
        let last = chars.last().copied().unwrap_or(' ');
        let at_edge = [first, last].into_iter().any(|char| char == ' ' || is_break(char));
        let odd = space_break || special;
        let plain = !at_edge && !break_space && !odd && !breaks;
        Analysis {
            multiline: breaks,
            flow_plain: plain && !flow_indicators,
            block_plain: plain && !block_indicators,
            single_quoted: !break_space && !odd,
            block: last != ' ' && !odd,
        }
    }
}

#include "io/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>

namespace clearance::io {

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.empty()) return 0;
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                             : (lead & 0xF0) == 0xE0        ? 3
                             : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                            : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  // Overlong forms, surrogates and what lies beyond U+10FFFF show in the second byte.
  const unsigned second = byte(1);
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) || (lead == 0xF0 && second < 0x90) ||
      (lead == 0xF4 && second > 0x8F))
    return 0;
  return length;
}

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const char c = text.front();
    if (length == 0)
      out += "\xEF\xBF\xBD";
    else if (c == '"' || c == '\\')
      out.append({'\\', c});
    else if (length == 1 && (static_cast<unsigned char>(c) < 0x20 || c == 0x7F))
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
    else
      out += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  out += '"';
}

std::string json_quoted(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

class Parser {
 public:
  Parser(Document& document, std::size_t first_line) : document_(document), text_(document.text_), line_(first_line) {}

  void parse() {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (line_ == 1 && text_.starts_with(mark)) at_ = mark.size();
    if (text_.starts_with("\xFF\xFE") || text_.starts_with("\xFE\xFF")) fail("the text is UTF-16, not UTF-8");
    skip_space();
    value(0);
    skip_space();
    if (at_ < text_.size()) fail(fmt::format("expected the end of the input, found {}", found()));
  }

 private:
  using Node = Document::Node;

  void value(int depth) {
    if (depth > Document::max_depth) fail(fmt::format("nested deeper than {} levels", Document::max_depth));
    switch (peek()) {
      case '{':
        return container(Kind::object, '}', depth);
      case '[':
        return container(Kind::array, ']', depth);
      case '"':
        return string();
      case 't':
        return literal("true", Kind::boolean);
      case 'f':
        return literal("false", Kind::boolean);
      case 'n':
        return literal("null", Kind::null);
      default:
        return number();
    }
  }

  void container(Kind kind, char closing, int depth) {
    const std::size_t node = open(kind);
    ++at_;
    skip_space();
    if (peek() == closing) return close(node, at_ + 1);
    for (;;) {
      if (kind == Kind::object) {
        if (peek() != '"') fail(fmt::format("expected a key in quotes, found {}", found()));
        string();
        skip_space();
        if (peek() != ':') fail(fmt::format("expected ':' after a key, found {}", found()));
        ++at_;
        skip_space();
      }
      value(depth + 1);
      skip_space();
      if (peek() == closing) return close(node, at_ + 1);
      if (peek() != ',') fail(fmt::format("expected ',' or '{}', found {}", closing, found()));
      ++at_;
      skip_space();
    }
  }

  void string() {
    const std::size_t node = open(Kind::string);
    ++at_;
    while (peek() != '"') {
      const std::size_t length = utf8_length(text_.substr(at_));
      if (at_ < text_.size() && length == 0) fail("a string holds bytes that are not UTF-8");
      if (at_ == text_.size()) fail("a string does not end");
      if (static_cast<unsigned char>(text_[at_]) < 0x20) fail("a string holds a control character");
      if (text_[at_] == '\\')
        escape();
      else
        at_ += length;
    }
    close(node, at_ + 1);
  }

  void escape() {
    const char c = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (c == 'u') {
      const int unit = hex_unit(at_);
      at_ += 6;
      if (unit >= 0xDC00 && unit <= 0xDFFF) fail("a string holds half a surrogate pair");
      if (unit >= 0xD800 && unit <= 0xDBFF) {
        if (text_.substr(at_, 2) != "\\u") fail("a string holds half a surrogate pair");
        const int low = hex_unit(at_);
        if (low < 0xDC00 || low > 0xDFFF) fail("a string holds half a surrogate pair");
        at_ += 6;
      }
    } else if (c != '\0' && std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos) {
      at_ += 2;
    } else {
      fail("a string holds an unknown escape");
    }
  }

  int hex_unit(std::size_t backslash) {
    int unit = 0;
    for (std::size_t i = backslash + 2; i < backslash + 6; ++i) {
      const char c = i < text_.size() ? text_[i] : ' ';
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) fail("a string holds an unknown escape");
      unit = unit * 16 + digit;
    }
    return unit;
  }

  void literal(std::string_view word, Kind kind) {
    if (text_.substr(at_, word.size()) != word) fail(fmt::format("expected a value, found {}", found()));
    const std::size_t node = open(kind);
    close(node, at_ + word.size());
  }

  void number() {
    const std::size_t start = at_;
    const std::size_t node = open(Kind::number);
    if (peek() == '-') ++at_;
    if (!is_digit(peek())) {
      at_ = start;
      fail(fmt::format("expected a value, found {}", found()));
    }
    if (peek() == '0')
      ++at_;
    else
      digits();
    if (is_digit(peek())) fail("a number starts with a superfluous zero");
    if (peek() == '.') {
      ++at_;
      digits();
    }
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      digits();
    }
    close(node, at_);
  }

  void digits() {
    if (!is_digit(peek())) fail(fmt::format("expected a digit, found {}", found()));
    while (is_digit(peek())) ++at_;
  }

  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  // NUL stands for the end: a NUL byte in the text is not valid anywhere, and found() tells the two apart.
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r'))
      ++at_;
  }

  std::size_t open(Kind kind) {
    document_.nodes_.push_back({static_cast<std::uint32_t>(at_), 0, 0, kind});
    return document_.nodes_.size() - 1;
  }
  void close(std::size_t node, std::size_t end) {
    at_ = end;
    document_.nodes_[node].end = static_cast<std::uint32_t>(end);
    document_.nodes_[node].next = static_cast<std::uint32_t>(document_.nodes_.size());
  }

  std::string found() const {
    if (at_ == text_.size()) return "the end of the input";
    const std::size_t length = utf8_length(text_.substr(at_));
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if (length == 0 || byte < 0x20 || byte == 0x7F) return fmt::format("byte 0x{:02x}", byte);
    if (length > 1) return not_ascii(text_.substr(at_, length));
    // A whole word says more than its first letter: NaN, Infinity, None, True.
    std::size_t end = at_;
    while (end < text_.size() && end < at_ + 12 && (std::isalpha(static_cast<unsigned char>(text_[end])) != 0)) ++end;
    return fmt::format("'{}'", text_.substr(at_, std::max(length, end - at_)));
  }

  /// With its number, since it may be invisible, or look like another.
  static std::string not_ascii(std::string_view sequence) {
    unsigned code = static_cast<unsigned char>(sequence[0]) & (0xFFU >> (sequence.size() + 1));
    for (const char c : sequence.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3FU);
    if (code == 0xFEFF) return "a byte-order mark (U+FEFF)";
    return fmt::format("'{}' (U+{:04X})", sequence, code);
  }

  [[noreturn]] void fail(const std::string& reason) const {
    const std::string_view before = text_.substr(0, at_);
    const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
    throw ReadError(fmt::format("line {}, column {}: {}", line_ + lines, at_ - line_start + 1, reason));
  }

  Document& document_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_;
};

Document::Document(std::string_view text, std::size_t first_line) : text_(text) {
  if (text.size() > max_bytes) throw ReadError("longer than 2 GiB");
  Parser(*this, first_line).parse();
}

Value Document::root() const { return {*this, 0}; }

std::size_t Value::size() const {
  std::size_t count = 0;
  for (auto part = begin(); part != end(); ++part) ++count;
  return count;
}

namespace {

void append_utf8(std::string& out, unsigned code) {
  const auto tail = [&](unsigned shift) { out += static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0U | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0U | (code >> 12));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0U | (code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace

std::string Value::string() const {
  std::string_view rest = text();
  rest.remove_prefix(1);
  rest.remove_suffix(1);
  std::string out;
  const auto unit = [&] {  // of \uXXXX, which the parser has checked
    const auto code = static_cast<unsigned>(std::stoul(std::string(rest.substr(2, 4)), nullptr, 16));
    rest.remove_prefix(6);
    return code;
  };
  while (!rest.empty()) {
    if (rest.front() != '\\') {
      const std::size_t plain = std::min(rest.find('\\'), rest.size());
      out += rest.substr(0, plain);
      rest.remove_prefix(plain);
    } else if (rest[1] == 'u') {
      const unsigned high = unit();
      const bool pair = high >= 0xD800 && high <= 0xDBFF;
      append_utf8(out, pair ? 0x10000U + ((high - 0xD800U) << 10) + (unit() - 0xDC00U) : high);
    } else {
      constexpr std::string_view escapes = "bfnrt", meanings = "\b\f\n\r\t";
      const std::size_t which = escapes.find(rest[1]);
      out += which == std::string_view::npos ? rest[1] : meanings[which];
      rest.remove_prefix(2);
    }
  }
  return out;
}

const std::vector<Document::Place>& Document::places() const {
  if (!places_.empty()) return places_;
  places_.resize(nodes_.size());
  std::vector<std::uint32_t> open;      // the containers around a node
  std::vector<std::uint32_t> position;  // how many they hold so far
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    while (!open.empty() && nodes_[open.back()].next <= i) open.pop_back(), position.pop_back();
    places_[i] = open.empty() ? Place{0, 0} : Place{open.back(), position.back()++};
    if (nodes_[i].kind == Kind::array || nodes_[i].kind == Kind::object) open.push_back(i), position.push_back(0);
  }
  return places_;
}

std::string Value::path() const {
  const std::vector<Document::Place>& places = document_->places();
  std::vector<std::uint32_t> way;  // from the root, which is left out, to here
  for (std::uint32_t at = index_; at != 0; at = places[at].parent) way.push_back(at);
  std::reverse(way.begin(), way.end());
  std::string path;
  for (const std::uint32_t at : way) {
    const Document::Place& place = places[at];
    if (document_->nodes_[place.parent].kind == Kind::array) {
      path += fmt::format("[{}]", place.position);
      continue;
    }
    if (place.position % 2 == 0) return path;                     // a key itself: its object is the place
    const std::string name = Value(*document_, at - 1).string();  // a key is one node
    const bool plain = !name.empty() && std::all_of(name.begin(), name.end(),
                                                    [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
    if (plain) {
      path += (path.empty() ? "" : ".") + name;
    } else {
      path += '[';
      append_quoted(path, name);
      path += ']';
    }
  }
  return path;
}

}  // namespace clearance::io

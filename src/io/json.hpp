#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clearance/error.hpp"

// A strict reader of JSON (RFC 8259) made for input that people and programs get wrong: it never recurses deeper than
// `max_depth`, keeps each value's source text (an id is echoed to the letter, numbers of any size are judged where they
// are used), and knows the path of each value. Memory is at most 16 bytes for each value plus the text itself, and 8
// more if a path is asked for.

namespace clearance::io {

/// What is wrong with the input, and where. The message starts with the place.
class ReadError : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

class Value;

/// A parsed text. It must outlive the values taken from it; the text must outlive it.
class Document {
 public:
  static constexpr int max_depth = 64;
  static constexpr std::size_t max_bytes = std::size_t{1} << 31;

  /// Throws ReadError "line L, column C: reason" if the text is not one JSON value; lines count from `first_line`.
  /// A UTF-8 byte-order mark before the first line is skipped.
  explicit Document(std::string_view text, std::size_t first_line = 1);
  Value root() const;

 private:
  friend class Value;
  friend class Parser;
  struct Node {
    std::uint32_t begin, end;  // in the text
    std::uint32_t next;        // index of the node after this one and all it contains
    Kind kind;
  };
  std::string_view text_;
  std::vector<Node> nodes_;  // in the order of the text; an object holds key, value, key, value, ...

  /// Where each node is: the one that contains it, and how many are in there before it. Made when the first path is
  /// asked for, so that a text full of errors takes no longer than its length, and one without any nothing.
  struct Place {
    std::uint32_t parent, position;
  };
  const std::vector<Place>& places() const;
  mutable std::vector<Place> places_;
};

/// A value of a document: a cheap reference.
class Value {
 public:
  Value(const Document& document, std::uint32_t index) : document_(&document), index_(index) {}

  Kind kind() const { return node().kind; }
  /// The source text.
  std::string_view text() const { return document_->text_.substr(node().begin, node().end - node().begin); }
  /// The decoded text of a string.
  std::string string() const;
  /// Where it is, as in "bodies[3].shape.radius"; empty for the root.
  std::string path() const;

  /// What it contains, one level down: elements, or keys and values in turn.
  class Iterator {
   public:
    Iterator(const Document& document, std::uint32_t index) : document_(&document), index_(index) {}
    Value operator*() const { return {*document_, index_}; }
    Iterator& operator++() {
      index_ = document_->nodes_[index_].next;
      return *this;
    }
    bool operator==(const Iterator& other) const { return index_ == other.index_; }

   private:
    const Document* document_;
    std::uint32_t index_;
  };
  Iterator begin() const { return {*document_, index_ + 1}; }
  Iterator end() const { return {*document_, node().next}; }
  std::size_t size() const;

 private:
  const Document::Node& node() const { return document_->nodes_[index_]; }
  const Document* document_;
  std::uint32_t index_;
};

/// The length of the UTF-8 sequence at the start of the text, 0 if there is no valid one.
std::size_t utf8_length(std::string_view text);

/// Appends the text as a JSON string, quotes included; bytes that are not UTF-8 become U+FFFD.
void append_quoted(std::string& out, std::string_view text);
std::string json_quoted(std::string_view text);

}  // namespace clearance::io

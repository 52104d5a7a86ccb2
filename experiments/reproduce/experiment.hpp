#pragma once

// Published experiments, run again: the paper's figures beside ours. An experiment is one file that defines an
// `Experiment`, and a line each in experiments.hpp and experiments.cpp. The command does the printing.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clearance::reproduce {

/// A number and what it is, such as {"flops", 1487.5}.
struct Figure {
  std::string key;
  double value;
};

/// One row of a table: the figures of the paper, and ours. A key that both have is a comparison; a figure that is
/// missing in the paper, or that is no finite number, is left out.
struct Row {
  std::string label;
  std::vector<Figure> paper, here;
  std::vector<Figure> answered = {};  ///< which methods of the library gave the answers, and how many each
  std::string text = {};              ///< what is no number, such as a dictionary of Lemke's method
};

/// How an experiment is run: whom to tell how much is done, from 0 to 1, and whether a small form will do, which has
/// the same rows but fewer repetitions, for tests.
class Progress {
 public:
  explicit Progress(std::function<void(double share)> show = {}, bool small = false)
      : show_(std::move(show)), small_(small) {}
  void operator()(double share) const {
    if (show_) show_(share);
  }
  /// For a part of the work, which is between two shares of the whole.
  Progress part(double from, double to) const {
    return Progress([this, from, to](double share) { (*this)(from + share * (to - from)); }, small_);
  }
  bool small() const { return small_; }
  int repetitions(int full, int few) const { return small_ ? few : full; }

 private:
  std::function<void(double)> show_;
  bool small_;
};

/// What came of it: in the closing table of `reproduce --all`.
struct Verdict {
  enum class Kind { agrees, differs, better } kind;
  std::string why;
};

struct Experiment {
  std::string_view name;    ///< as on the command line: author-table
  std::string_view source;  ///< the work, and the table or figure in it
  std::string_view title;   ///< what is measured, in one line
  std::string_view notes;   ///< what the paper leaves open and was assumed; units; may be empty
  std::vector<Row> (*run)(const Progress& progress);
  Verdict (*judge)(const std::vector<Row>& rows);
  std::string (*plot)(const std::vector<Row>& rows) = nullptr;  ///< as SVG, where the paper has a figure
};

/// The figure of a row, paper's or ours; not a number if there is none.
double figure(const std::vector<Figure>& figures, std::string_view key);

/// All of them, in the order of the list.
std::span<const Experiment* const> experiments();
/// Null if there is none of that name.
const Experiment* experiment_from_name(std::string_view name);

}  // namespace clearance::reproduce

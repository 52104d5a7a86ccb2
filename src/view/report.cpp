#include "view/report.hpp"

#include <fmt/format.h>

#include <string_view>

namespace clearance::view {
namespace {

constexpr std::string_view style = R"(
:root{--page:#eef1f4;--panel:#fff;--ink:#16202a;--faint:#5d6b78;--rule:#dde3e8;--accent:#0b6fb8;--warn:#b4133f;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--page:#0b0f14;--panel:#131920;--ink:#e4eaf0;--faint:#93a1ae;--rule:#26303a;--accent:#57b1f0;--warn:#ff6b8b}}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:1100px;margin:0 auto;padding:20px 16px 60px}
h1{font-size:22px;margin:8px 0 16px}
section{background:var(--panel);border:1px solid var(--rule);border-radius:10px;padding:16px 20px;margin:0 0 18px}
h2{font-size:17px;margin:0}
p{margin:4px 0}
.source,.notes{color:var(--faint)}
.verdict{display:inline-block;border:1px solid currentColor;border-radius:10px;padding:0 8px;margin-right:8px;font-size:13px;font-weight:600;color:var(--accent)}
.verdict.differs{color:var(--warn)}
.wide{overflow-x:auto;margin:10px 0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:14px}
th,td{padding:4px 12px;text-align:right;border-bottom:1px solid var(--rule);white-space:nowrap}
thead td{border:0}
thead th{font-weight:600;color:var(--faint);border-bottom:0;padding-bottom:0}
thead tr:last-child th{border-bottom:1px solid var(--rule);padding-bottom:4px;font-weight:400}
th[scope=row]{text-align:left;font-weight:400}
figure{margin:14px 0 4px;background:#fff;border-radius:8px;padding:10px;overflow-x:auto}
figure svg{max-width:100%;height:auto;display:block;margin:0 auto}
pre{overflow-x:auto;font-size:13px}
nav a{color:var(--accent);margin-right:14px}
)";

/// Text that cannot be markup.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string table_of(const ReportSection& section) {
  std::string out = "<div class=\"wide\"><table><thead><tr><td></td>";
  for (std::size_t i = 0; i < section.columns.size();) {
    std::size_t same = 1;
    while (i + same < section.columns.size() && section.columns[i + same].name == section.columns[i].name) ++same;
    out += fmt::format("<th colspan=\"{}\" scope=\"colgroup\">{}</th>", same, plain(section.columns[i].name));
    i += same;
  }
  out += "</tr><tr><td></td>";
  for (const ReportColumn& column : section.columns) out += "<th scope=\"col\">" + plain(column.side) + "</th>";
  out += "</tr></thead><tbody>\n";
  for (std::size_t row = 0; row < section.labels.size(); ++row) {
    out += "<tr><th scope=\"row\">" + plain(section.labels[row]) + "</th>";
    for (const ReportColumn& column : section.columns) out += "<td>" + plain(column.cells[row]) + "</td>";
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string section_of(const ReportSection& section) {
  std::string out = fmt::format("<section id=\"{0}\"><h2>{0}: {1}</h2>\n<p class=\"source\">{2}</p>\n",
                                plain(section.name), plain(section.title), plain(section.source));
  if (!section.notes.empty()) out += "<p class=\"notes\">" + plain(section.notes) + "</p>\n";
  if (!section.verdict.empty())
    out +=
        fmt::format("<p><span class=\"verdict {0}\">{0}</span>{1}</p>\n", plain(section.verdict), plain(section.why));
  if (!section.svg.empty())
    out +=
        fmt::format("<figure role=\"img\" aria-label=\"{}\">{}</figure>\n", plain(section.title),
                    section.svg.substr(section.svg.find("<svg") == std::string::npos ? 0 : section.svg.find("<svg")));
  out += table_of(section);
  for (const std::string& text : section.texts) out += "<pre>" + plain(text) + "</pre>\n";
  return out + "</section>\n";
}

}  // namespace

std::string report_page(const Report& report) {
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title><style>{1}</style></head>\n<body><main><h1>{0}</h1>\n",
      plain(report.title), style);
  if (report.sections.size() > 1) {
    out += "<nav aria-label=\"Experiments\"><p>";
    for (const ReportSection& section : report.sections)
      out += fmt::format("<a href=\"#{0}\">{0}</a> ", plain(section.name));
    out += "</p></nav>\n";
  }
  for (const ReportSection& section : report.sections) out += section_of(section);
  return out + fmt::format("<p class=\"notes\">Made by clearance {}.</p></main></body></html>\n", CLEARANCE_VERSION);
}

}  // namespace clearance::view

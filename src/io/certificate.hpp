#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clearance/certify.hpp"
#include "clearance/io.hpp"

// Scenes in motion, and certificates of them as files: JSON that holds the scene itself, so that a certificate can be
// checked with nothing else at hand, and a checksum against damage on the way. The format is in the manual.

namespace clearance::io {

struct MovingScene {
  std::vector<MovingBody> bodies;
  std::vector<BodyPair> pairs;
};

/// Throws InvalidInput for the first thing that is wrong with the scene.
MovingScene read_moving_scene(std::string_view text, const ReadOptions& options);

std::string to_json(const Certificate& certificate, const MovingScene& scene);
/// The text of a certificate up to its last key, and that key: the checksum of all before it.
std::string sealed(std::string text);

struct CertificateFile {
  MovingScene scene;
  Certificate certificate;
};
/// Whether the text is JSON that says to be a certificate.
bool is_certificate(std::string_view text);
/// Throws InvalidInput, which names the place, unless the text is a certificate that is whole.
CertificateFile read_certificate(std::string_view text);

/// What of a scene is not what a certificate is about; empty if nothing is.
std::string difference_of(const MovingScene& certified, const MovingScene& scene);

}  // namespace clearance::io

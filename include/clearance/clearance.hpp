#pragma once

#include "clearance/bounding_box.hpp"
#include "clearance/distance.hpp"
#include "clearance/ellipsoid.hpp"
#include "clearance/error.hpp"
#include "clearance/exact.hpp"
#include "clearance/monitor.hpp"
#include "clearance/motion.hpp"
#include "clearance/pose.hpp"
#include "clearance/scene.hpp"
#include "clearance/shapes.hpp"
#include "clearance/stope.hpp"
#include "clearance/tracker.hpp"

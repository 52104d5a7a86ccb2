// The points and normals of results, on pairs where they once were not what they should be: in the shapes, and joined
// by distance * normal. The checker judges both; each pair was found by `clearance_stress --attack`.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "clearance/clearance.hpp"
#include "random.hpp"
#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;

Pose pose(const Vec3& at, std::initializer_list<double> rows) {
  Mat3 m;
  std::copy(rows.begin(), rows.end(), m.data());
  return Pose(Mat3(m.transpose()), at);
}

Pose by_quaternion(const Vec3& at, const std::array<double, 4>& q) {
  return Pose::from_quaternion(q[0], q[1], q[2], q[3], at);
}

/// How far point_b - point_a is from the distance along the normal.
double misfit_along(const Result& r) { return std::fabs(r.normal.dot(r.point_b - r.point_a) - r.distance); }
/// How far point_b - point_a is from distance * normal.
double misfit(const Result& r) { return (r.point_b - r.point_a - r.distance * r.normal).norm(); }

Result expect_verified(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                       const Options& options = {}) {
  const Result r = distance(a, pose_a, b, pose_b, options);
  const Verification v = verify(r, a, pose_a, b, pose_b);
  EXPECT_TRUE(v.ok) << v.reason;
  return r;
}

TEST(Witnesses, OfABodyFarFromItsOwnOrigin) {
  const Shape sheet = Rectangle({1.080863910568919e+17, 1.2610078956637389e+17, 18014398509481984},
                                {0.75613668723839556, -0.63652412828174953, -0.15196823459954953},
                                {0.98185494821442998, 1.1663604173114142, 0});
  const Pose back = Pose::from_quaternion(1, 0, 7.169431681857057e-16, 4.1183961568799409e-07,
                                          Vec3(-1.0808628719025384e+17, -1.2610087859484662e+17, -18014398509481830));
  const Shape point = Point({1, 2, 3});
  for (const Method method : {Method::automatic, Method::gjk}) {
    const Result r = expect_verified(sheet, back, point, {}, {.method = method});
    EXPECT_LE(misfit(r), 1e-11);
    EXPECT_LE((r.point_b - Vec3(1, 2, 3)).norm(), 1e-13);
  }
}

TEST(Witnesses, ThatAreInRangeThoughTheirDifferenceIsNot) {
  const Shape sheet = Rectangle({-7.5e307, 0, 0}, {1.5e308, 0, 0}, {0, 0, 1});
  const Shape segment = Segment({-7.5e307, 0, 0}, {7.5e307, 0, 1.5e308});
  const Result r = expect_verified(sheet, {}, segment, pose({7.5e307, 0, 0}, {0, 0, 1, 0, 1, 0, -1, 0, 0}));
  // Without fused multiply-adds the products of such numbers overflow, and nothing is claimed.
  if (r.lower == -std::numeric_limits<double>::infinity() && r.upper == -r.lower) return;
  EXPECT_NEAR(r.point_b.x() / 1e308, 1.125, 1e-12);
  EXPECT_NEAR(r.point_b.z() / 1e308, 0.375, 1e-12);
}

TEST(Witnesses, NormalOfASubnormalDistance) {
  const Shape triangle = Triangle({0, 0, 0}, {1e-310, 0, 0}, {2.5e-311, 1e-310, 0});
  const Shape plane = Plane({-2.3e-308, 2, -1}, 0);
  const Result r = expect_verified(
      triangle, Pose::translation({-4.5080668961709788e-311, -2.6823185164974178e-312, -8.9221849640884078e-311}),
      plane, {}, {.method = Method::exact});
  EXPECT_NEAR(r.normal.norm(), 1.0, 1e-15);
}

TEST(Witnesses, OfALongAndThinOverlap) {
  const Shape speck = Tetrahedron({0, 0, 0}, {1e-323, 0, 0}, {0, 1e-323, 0}, {0, 0, 5e-324});
  const Shape spheres =
      SphereHull({{{0, 0, -5e7}, 0.22672512509539622}, {{0, 0, 5e7}, 3}, {{5e7, 0, 0}, 0.11336256254769811}});
  const Pose turned = pose({0, 0, 0}, {-0.67733833568537327, 0.30063203115941872, 0.67144110750826891,
                                       0.70333408654510754, 0.53225107402579619, 0.47120054849516624,
                                       -0.21571727263881213, 0.79140961330991466, -0.57195881166909524});
  const Result r = expect_verified(speck, {}, spheres, turned);
  EXPECT_LT(r.upper, -1.6);
  EXPECT_LE(misfit(r), 1e-3);  // 1e-11 of the size
}

TEST(Witnesses, OfAnOverlapThatIsNextToNothingForTheLengthOfABody) {
  // Depths of 1e-8 of the size: squares of lengths have no digits left for a normal, or for where it meets the bodies.
  // (sizes-4242-859995, flush-4242-1161539 and -595319 of the attack.)
  const Shape triangle = Triangle({0, 0, 0}, {1, 0, 0}, {0.25, 0.97350765353244195, 0});
  const double half = 128271334.76860103;
  const Shape rails = SphereHull({{{0, 0, -half}, 1}, {{0, 0, half}, 1}, {{half, 0, 0}, 0.5}});
  const Pose at_triangle = pose({0, 0, 0}, {-0.22238568775137568, 0.93982608600907769, 0.25936756532034866,
                                            0.19357642766406186, 0.30329611746939844, -0.93302713346440747,
                                            -0.95554841454327577, -0.1572844340195384, -0.24937689203088897});
  const Pose at_rails = pose({0, 0, 0}, {7.5497593134590454e-15, -4.8133741384702074e-15, 0.99999999999999234,
                                         -2.2531532076268427e-15, -1.0000000000000024, -1.127196054243349e-15,
                                         1.0000000000000053, -5.2590380764385958e-15, -6.960478872464693e-16});
  EXPECT_LE(misfit(expect_verified(triangle, at_triangle, rails, at_rails)), 1e-11 * half);

  const Shape speck = Cylinder(1e-150, 7.6285107337708869e-151);
  const Shape spheres = SphereHull({{{0, 0, -5e7}, 1}, {{0, 0, 5e7}, 1}, {{5e7, 0, 0}, 0.5}});
  const Pose at_speck = pose({0, 0, 0}, {-0.79454051470663367, 0.43794339699867668, -0.42060783594980528,
                                         -0.33151253980379286, -0.8932053152835957, -0.30378232447427511,
                                         -0.50872861788468327, -0.10193059250429519, 0.85487153875253763});
  const Pose at_spheres = by_quaternion({0, 0, 9.9999999999999998e-201}, {0.43642595625646707, 0.36776065990795231,
                                                                          -0.29075161592733356, 0.76795050593468595});
  EXPECT_LE(misfit(expect_verified(speck, at_speck, spheres, at_spheres)), 1e-11 * 5e7);

  const Shape needle = Triangle({0, 0, 0}, {1e-8, 0, 0}, {2.5e-9, 1.5e308, 0}), rod = Capsule(1e300, 1.5e308);
  const Pose at_needle = pose({0, 0, 0}, {-0.20620356837019926, -0.084628800681150057, -0.97484257933610341,
                                          -0.01000798408474577, 0.99638322997356388, -0.084381865836253622,
                                          0.97845793401962677, -0.0076436328220426397, -0.20630474117510178});
  const Pose at_rod = pose({0, 0, 0}, {-0.72261247907682069, -0.46234211870004688, 0.51387836160585321,
                                       -0.13599054115450368, -0.63379002006584195, -0.76145701349480199,
                                       0.6777446260293869, -0.62012093655334544, 0.3951104226290002});
  const Result r = expect_verified(needle, at_needle, rod, at_rod);
  EXPECT_LE(((r.point_b - r.point_a) / 1.5e308 - r.distance / 1.5e308 * r.normal).norm(), 1e-11);
}

TEST(Witnesses, OfAnOverlapWhoseDepthAnotherSolverHasProven) {
  // Of the hull of spheres its own method proves how deep it is, though not along which normal; the expansion that goes
  // on is content with less, and so were its points. (options-4242-308529 of the attack.)
  const Shape corner = Tetrahedron({0, 0, 0}, {0.88502134733946058, 0, 0}, {0, 1, 0}, {0, 0, 1});
  const double at = 0.10627316478715686;
  const Shape spheres = SphereHull(
      {{{0, 0, -at}, 0.19311010552508606}, {{0, 0, at}, 0.17349885453554231}, {{at, 0, 0}, 0.096555052762543031}});
  const Pose at_corner = pose(
      {0, 0, 0}, {-1, -4.4530736792832967e-18, -2.1381093847165562e-17, 5.2897016809643304e-19, 7.0053691801920863e-17,
                  1, -7.3883692473690237e-17, 0.99999999999999989, -9.1338017539894824e-17});
  const Pose at_spheres = pose({0, 0.21254632957431371, 0}, {0, 1, 0, 0, 0, -1, -1, 0, 0});
  for (const double limit : {5e-324, 1e-3, -0.1, -0.19}) {
    const Result r = expect_verified(corner, at_corner, spheres, at_spheres, {.min_distance = limit});
    EXPECT_LE(misfit_along(r), 1e-11) << limit;
    // The corner is where x is not positive; a depth that stays open moves the points apart by no more than it is.
    EXPECT_LE(r.point_a.x(), 0.5 * (r.upper - r.lower) + 1e-11) << limit;
  }
}

TEST(Witnesses, OfAnOverlapAreOnTheSideOfItsNormal) {
  // A point in the middle of an ellipsoid of revolution: what joins the points of an overlap is against its normal, and
  // along the opposite one the slab is as wide. (formulas-511-15976 of the attack.)
  const Shape point = Point({1e-100, 5.0000000000000001e-101, 0}), egg = Ellipsoid({0.5, 1, 0.5});
  const Pose at_point = pose({0, 0, 0}, {0.56189359740649747, 0.56346494755514687, -0.60562598860221517,
                                         0.82668062578126478, -0.40867311433876952, 0.3867627548958919,
                                         -0.029575803482801262, -0.71797878693821693, -0.6954363618297098});
  const Pose at_egg =
      pose({1.2830947308796945e-100, 5.0737094240888511e-101, -6.8411926385135311e-101},
           {-0.88446359410355591, 0.45351418934807397, -0.10976807716899881, -0.33579596100007014, -0.78198228728235042,
            -0.52511405899283614, -0.32398336883466616, -0.42758459097101686, 0.84392309737480753});
  EXPECT_LE(misfit(expect_verified(point, at_point, egg, at_egg)), 1e-11);
  EXPECT_LE(misfit(expect_verified(egg, at_egg, point, at_point)), 1e-11);
}

TEST(Witnesses, WhereRadiiAreManyTimesTheWayBetweenTheCores) {
  // Cores 0.3 apart, radius 6,800: along the way between them rounding would grow by the quotient.
  const Shape cone = Cone(3, 3), capsule = Capsule(6787.5313479866945, 9693.0022614468708);
  for (const double at : {0.01, 0.3, 2.0, 40.0}) {
    const Result r = expect_verified(
        cone, pose({0.2, 1.6, 2.7}, {0, -1, 0, 0, 0, -1, 1, 0, 0}), capsule,
        pose({-1.14, 3.0 + at, 0.46}, {-0.64873969566163137, -0.56625534243463771, 0.50842078482009923,
                                       -0.28275314063617063, -0.44090710444916059, -0.85185185725373591,
                                       0.70653200120959592, -0.69638768829617348, 0.12592346427999512}));
    EXPECT_LE(misfit(r), 1e-11 * 16000) << at;
  }
}

TEST(Witnesses, OfVariantsThatEndByTolerancesOfTheirOwn) {
  const Shape box = Box({2, 1, 2}), sheet = Box({1e-8, 1, 1});
  const Pose turned = pose({0, 0, 0}, {2.7499358103046182e-08, 0, 1, -1, 0, 0, 0, -1, 0});
  const Pose moved = pose({-0.98673290498403099, -0.14287178814932297, -0.81139119076083477},
                          {-1.1446290077904102e-13, 0.99999999999988665, -9.0319693109699691e-14,
                           7.4834568143990156e-14, -1.3800038270892703e-14, -1.000000000000121, -1.0000000000000513,
                           -1.0518038121126254e-13, 5.6461119675512619e-14});
  for (const Method method : {Method::dqp3_base, Method::dqp3_dual, Method::dqp3_aggressive, Method::dqp3_adjacent}) {
    const Result r = expect_verified(box, turned, sheet, moved, {.method = method});
    EXPECT_LE(misfit(r), 1e-9) << info(method).name;
  }
}

TEST(Witnesses, OfVariantsThatEndByTheSizeOfALongBody) {
  // Bounds that are narrow for a beam of 1e7, and points off the normal by 4e-3. (special-24-4572 of the attack.)
  const auto block = [](double x, double y, double z) {
    return Polyhedron(
        {{{1, 0, 0}, x}, {{-1, 0, 0}, x}, {{0, 1, 0}, y}, {{0, -1, 0}, y}, {{0, 0, 1}, z}, {{0, 0, -1}, z}});
  };
  const Shape beam = block(0.055069749582494956, 5902136.7723476598, 0.5), cube = block(0.25, 0.25, 0.25);
  const Pose at_beam = pose({0, 0, 0}, {0.42240011177963566, 0.90617755841575387, -0.020503126400976623,
                                        0.85099968136512483, -0.3886893093360988, 0.35315741974972348,
                                        0.31205398232518561, -0.16662188761231089, -0.93533922118315083});
  const Pose at_cube =
      pose({-7.2173892878957577, 6.9248171360623081, -8.5806762441668258}, {0, 0, 1, -1, 0, 0, 0, -1, 0});
  const Result r = expect_verified(beam, at_beam, cube, at_cube, {.method = Method::dqp3_adjacent});
  EXPECT_LE(misfit(r), 1e-4);  // 1e-11 of the size
}

TEST(Witnesses, OfVariantsThatEndBesideAVertex) {
  // An edge and a vertex, beside which the search ends by 7e-10: no foot of either point is in the other body.
  // (special-311-590712 of the attack.)
  const Shape a = Polyhedron({{{-1, 0, 0}, 0.53125},
                              {{1, 0, 0}, 0.65625},
                              {{0, -1, 0}, 0.53125},
                              {{0, 1, 0}, 0.90625},
                              {{0, 0, -1}, 0.625},
                              {{0, 0, 1}, 0.5},
                              {{0.375, -0.90625, -0.1875}, 1.1875}});
  const Shape b = Polyhedron({{{-1, 0, 0}, 1},
                              {{1, 0, 0}, 1},
                              {{0, -1, 0}, 1},
                              {{0, 1, 0}, 1},
                              {{0, 0, -1}, 1},
                              {{0, 0, 1}, 1},
                              {{-1, 0, -1}, 1}});
  const Pose at_a = pose({0, 0, 0}, {0.2129754727366846, 0.77296511478046159, 0.59763398442944449, 0.76918364970461928,
                                     -0.50982008600757411, 0.38527911042556062, 0.60249312115547626,
                                     0.37763528865250062, -0.70313130190930573});
  const Pose at_b = pose({1.4065267609957552, 2.2866687054343955, 1.8329190146326999},
                         {1.4527920837865006e-09, -1.3614707492456333e-09, 1.0000000015348049, 2.0357809090525799e-09,
                          -0.99999999835985676, -1.9175714310602387e-09, 1.0000000019826569, 6.6853281820000754e-10,
                          2.0112910007635203e-09});
  for (const Method method : {Method::dqp3_base, Method::dqp3_dual, Method::dqp3_adjacent}) {
    const Result r = expect_verified(a, at_a, b, at_b, {.method = method});
    EXPECT_LE(misfit(r), 1e-12) << info(method).name;
    EXPECT_LE(r.upper - r.lower, 1e-12) << info(method).name;
  }
}

TEST(Witnesses, OfTheNamedPartsAreAsNearAsUpperSays) {
  const Shape hull = Hull({{2, 0, 0}, {-2, 0, 0}, {0, 2, 0}, {0, -2, 0}, {0, 0, 2}, {0, 0, -2}, {0.5, 0.5, 0}});
  const Shape spheres =
      SphereHull({{{-151488.49494003848, -71589.986122953036, 132213.08206974788}, 57326.915047710754},
                  {{-22505.783132565346, -105485.2117781268, -118119.28831147753}, 70048.660614884531},
                  {{-109477.10195667492, -161508.6613016453, 3785.8616844186513}, 94919.944337538589}});
  const Shape whole = Union(
      {{spheres,
        pose({-2.7666939240430906, -1.209115343658675, -0.014271932384206654},
             {0.90565572555366913, 0.38300082180153688, 0.18192875202170677, 0.056905984007355949, 0.31539212837066599,
              -0.94725366604331496, -0.4201778304679003, 0.86823854321685712, 0.26384165060851583})},
       {Ray({-0.68176258069651552, 0.84315065470287731, -0.69197890749748014},
            {0.87353842608885213, -0.85656732133986557, -0.095560166084173392}),
        pose({-1.0302623952894789, -1.8942157322337057, -1.6689625200160483},
             {0.38075994044460026, 0.18958651667231874, -0.90502973456604252, 0.83314392970469608, -0.49491472822477611,
              0.24684125299960058, -0.40111477179086924, -0.8480072903473489, -0.34639655796342184})},
       {Rectangle({-0.5, 0, 0}, {1, 0, 0}, {0, 0, 16391879793825700}),
        Pose::translation({-0.78563898268870247, -2.8220853245832256, -1.0341744574746636})}});
  const Pose at = pose({0.43310770963469392, 2.6097469803811664, 0.23017167319309487}, {0, -1, 0, 0, 0, 1, -1, 0, 0});
  const Pose turned = pose({0, 0, 0}, {-1.3792928111269774e-18, -3.5885000810998769e-19, -1, 1, -4.817083592095601e-18,
                                       5.8246619007310806e-18, -5.5659342318373825e-18, -1, -3.9831703702579317e-19});
  for (const double limit : {-0.28661785202594681, -10.0, 0.0, 1.0})
    expect_verified(hull, turned, whole, at, {.max_distance = limit});
}

}  // namespace

TEST(Witnesses, OfAFormulaThatALimitOrAToleranceEnds) {
  // A segment and a solid of revolution, that all but touch: the points are farther apart than along the normal, and
  // the distance is the latter. (options-21-187113, -199574 and -177628 of the attack.)
  const Shape cone = Cone(0.32798523394418178, 1.4132383374583455);
  const Shape segment = Segment({1.3893045918743832, -1.159253449633489, -1.4315188849056135},
                                {-2.2400852476130897, -2.8515845538200026, -2.3932957249555171});
  const Pose at_cone = pose({0, 0, 0}, {0, 4.9479021735467241e-17, -1, 1, 0, 0, 0, -1, 0});
  const Pose at_segment =
      pose({1.1521933192199831, 1.8290886421847024, 0.11097650749604944}, {0, 1, 0, 0, 0, 1, 1, 0, 0});
  const Result loose =
      expect_verified(cone, at_cone, segment, at_segment, {.tolerance = 0.01481515488189095, .penetration = false});
  EXPECT_LE(misfit_along(loose), 1e-11);

  const Shape drum = Cylinder(0.35248151542021844, 1.337125692569646), edge = Segment({-1, -1, -1}, {-1, -2, -2});
  const Pose at_edge = by_quaternion(
      {0, 0, 0}, {0.069831364989162176, 0.069777095158862601, 0.99340514966647075, -0.058317630876763754});
  const Pose at_drum =
      by_quaternion({0.60747947375571121, -1.0581903078266468, 0.48999397605855488},
                    {-0.12460340276076991, -0.96522206463483484, 0.14791175246098281, -0.17590472263820778});
  const Result beyond =
      expect_verified(edge, at_edge, drum, at_drum, {.penetration = false, .max_distance = -HUGE_VAL});
  EXPECT_LE(misfit_along(beyond), 1e-11);

  const Shape hat = Cone(0.001401766116710512, 0.0028035322334210239), bar = Segment({1, 1, 0}, {0, 0, 1});
  const Pose at_hat =
      pose({0.33411385173713054, 0.3341138531974332, 0.66448438611987581}, {0, -1, 0, 1, 0, 0, 0, 0, 1});
  const Result limited =
      expect_verified(bar, {}, hat, at_hat, {.penetration = false, .max_distance = -0.31479763747857159});
  EXPECT_LE(misfit_along(limited), 1e-11);
}

TEST(Witnesses, WhereAToleranceEndsWithNarrowBounds) {
  // Next to contact what a distance lacks is next to nothing, and the points are off the normal by its square root:
  // narrow bounds do not tell. (options-21-47306, -71956, -168501 and -219525 of the attack.)
  const Shape drum = Cylinder(0.30436090598676552, 0.54089725711950187);
  const Shape box = Box({1.2586049614920307, 0.77143980541698554, 0.71951481536622197});
  const Pose at_drum = pose({0, 0, 0}, {0.49572824988470332, -0.58592325299823811, 0.64105182619052881,
                                        -0.30290338608316048, 0.57513641418265404, 0.75991291855085241,
                                        -0.81394289785316343, -0.57088706998589611, 0.10763323072970432});
  const Pose at_box =
      pose({-0.76670823765002372, -0.39755263341480657, -0.63469336622482642}, {0, 0, -1, 0, -1, 0, -1, 0, 0});
  EXPECT_LE(misfit(expect_verified(drum, at_drum, box, at_box, {.tolerance = 3.8630734114106497e-10})), 1e-11);

  const Shape rod = Segment({-50000000, 0, 0}, {50000000, 0, 1}), roller = Cylinder(1, 0.5);
  const Pose at_rod =
      by_quaternion({0, 0, 0}, {0.33553931456685371, -0.47874076666125881, 0.5753326677319337, 0.57202532125514549});
  const Pose at_roller =
      by_quaternion({2.1839752185557808, 0.74110651989225018, -0.96909207523219576},
                    {-0.016450741771762235, -0.80601083924969474, 0.42326662260892201, -0.41342625254378579});
  EXPECT_LE(misfit(expect_verified(rod, at_rod, roller, at_roller, {.tolerance = 4.9252302498112363e-06})), 1e-3);

  const Shape ball = Sphere(0.89926313029166571);
  const Shape sheet = Rectangle({-0.47390652261022881, 0, 0}, {0.94781304522045762, 0, 0}, {0, 0, 1.8872612572255356});
  const Pose at_sheet =
      pose({0, 1.8278451278175896, 0}, {-9.1866727972186026e-11, 1.047851125911532e-10, -1.0000000001552147,
                                        -1.0000000000122831, -4.3033859269400974e-11, -1.4176939456143565e-10,
                                        4.7394504024066264e-11, 0.99999999989676436, -9.5061129231185612e-11});
  EXPECT_LE(misfit(expect_verified(ball, {}, sheet, at_sheet, {.tolerance = 2.0282574903137109e-10})), 1e-11);
}

TEST(Witnesses, OfACapsuleThatIsParallelToACylinder) {
  // All along their common side they are as near. Beyond its end the distance grows by the square, and points that
  // are 7e-9 beyond it are no farther apart. (options-21-187149 of the attack.)
  const Shape disc = Cylinder(0.92949899462260499, 0.68827820352018498);
  const Shape capsule = Capsule(0.74084939882987255, 1.3306089836756956);
  const Pose beside = Pose::translation({-0.95635942208345082, 1.3694671449472176, 0.31720055297333799});
  EXPECT_LE(misfit(expect_verified(disc, {}, capsule, beside)), 1e-11);
  EXPECT_LE(misfit(expect_verified(capsule, beside, disc, {})), 1e-11);
  oracle::Random random(78);
  for (int i = 0; i < 2000; ++i) {
    const Shape drum = Cylinder(random.uniform(0.1, 1), random.uniform(0.1, 2));
    const Shape pill = Capsule(random.uniform(0.1, 1), random.uniform(0.1, 2));
    const double angle = random.uniform(0, 6.3), out = random.uniform(1, 3);
    const Pose at = Pose::translation({out * std::cos(angle), out * std::sin(angle), random.uniform(-1, 1)});
    EXPECT_LE(misfit(expect_verified(drum, {}, pill, at)), 1e-11) << i;
  }
}

TEST(Witnesses, OfALongCapsuleThatTouchesACone) {
  // The last step along the capsule was short for its length and long for the cone: points 1e-4 off the normal, whose
  // distance upper had no room for. (unions-20261119-2498198 of the attack.)
  const Shape capsule = Capsule(2, 1e8), cone = Cone(0.25086036516534049, 1.1139625003505689);
  const Pose at_capsule = pose({0, 0, 0}, {-1, 0, 0, 0, -1, 0, 0, 0, 1});
  const Pose in_whole =
      pose({1.1771512509206348, -2.625747302034255, -0.32650840909363499},
           {0.61500982970598084, 0.60912022969480439, -0.50073491504145085, -0.48426956751445527, -0.20938550972837189,
            -0.84949437567011132, -0.62229084465736983, 0.76493807206357467, 0.16620424351766261});
  const Pose at_whole =
      pose({3.9351659048421004, -2.8599050667116481, 0.40115698191827753}, {0, 1, 0, 1, 0, 0, 0, 0, -1});
  const Pose at_cone(Mat3(at_whole.rotation() * in_whole.rotation()), at_whole * in_whole.position());
  EXPECT_LE(misfit(expect_verified(capsule, at_capsule, cone, at_cone)), 1e-6);
  EXPECT_LE(misfit(expect_verified(cone, at_cone, capsule, at_capsule)), 1e-6);
  const Shape segment = Segment({-0.21395520828030701, -0.39811404917256799, -0.99454541242643668},
                                {-1.0455605685573124, 0.48619152481758221, -1.6251761672500791});
  const Pose beside = Pose::translation({-0.013811971410853996, -2.2050137476802805, 1.9815835483602022});
  expect_verified(capsule, at_capsule, Union({{segment, beside}, {cone, in_whole}}), at_whole,
                  {.penetration = false, .min_distance = 0.67015431982532103});
}

TEST(Witnesses, OfAHullOfTwoPointsInAnEllipsoidAreNamedByItsVertices) {
  const Shape ball = Ellipsoid({0.077442482401593987, 0.32269617916898907, 0.65272035034142761});
  const Shape edge = Hull({{0.64589945441249974, -0.58607019030483032, -0.26496891008649859},
                           {0.26009319182620411, 0.33099960903571463, -0.080620562484325961}});
  const Pose at_ball =
      by_quaternion({0.28872659193815786, -0.47886342157524808, 0.12681027365373554},
                    {-0.98480359173425602, 0.15134986769520439, 0.043545924560345638, -0.073204205549529652});
  const Pose at_edge =
      by_quaternion({0.031571948514452219, -0.37209952701359988, -0.43070042169788225},
                    {0.18982356674139853, -0.86274676258759364, -0.39808981439739116, -0.24730454267411092});
  EXPECT_EQ(expect_verified(ball, at_ball, edge, at_edge).feature_b.count, 2);
  EXPECT_EQ(expect_verified(edge, at_edge, ball, at_ball).feature_a.count, 2);
}

TEST(Witnesses, OfANeedleByMethodsForEllipsoids) {
  // For a needle this long any point of the disc is as near as rounding can tell.
  const Shape needle = Ellipsoid({1.2700392399069262e-64, 1e8, 1e-200}), disc = Ellipsoid({1, 1, 1e-30});
  Mat3 upright, flat;
  upright << 0, 0, -1, 0, 1, 0, 1, 0, 0;
  flat << 0, 0, 1, 0, -1, 0, 1, 0, 0;
  const Pose at(upright, Vec3::Zero()), aside(flat, {1.1463234153197159, -0.11096404328554284, 0.87308928695812238});
  for (const Method method : {Method::ellipsoid_hybrid, Method::ellipsoid_point_iteration, Method::ellipsoid_polyhedral,
                              Method::ellipsoid_refinement_4, Method::ellipsoid_refinement_7, Method::automatic})
    expect_verified(needle, at, disc, aside, {.method = method});
}

TEST(Witnesses, OfBatchesWhereAToleranceEndsWithNarrowBounds) {
  oracle::Random random(77);
  const Shape a = Box({1, 2, 3}), b = Tetrahedron({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1});
  std::vector<Pose> poses;
  for (int i = 0; i < 2000; ++i)
    poses.push_back(by_quaternion(random.uniform(2, 4) * random.direction(), random.quaternion()));
  std::vector<Result> results(poses.size());
  const Pose fixed;
  const Options options{.tolerance = 1e-7};
  distance(a, {&fixed, 1}, b, poses, results, options);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    EXPECT_TRUE(verify(results[i], a, fixed, b, poses[i])) << i;
    if (results[i].upper - results[i].lower <= 1e-10) {
      EXPECT_LE(misfit(results[i]), 1e-9) << i;
    }
  }
}

TEST(Witnesses, OfCapsulesWhoseSegmentsAreTooSmallForTheirSquares) {
  // The normal across both segments is of no length that a square could tell: no slab, so that neither a limit nor a
  // tolerance that is infinite may end such a query with it.
  const Pose along_x = pose({0, 0, 0}, {0, 0, 1, 0, 1, 0, -1, 0, 0});
  const Pose along_y = pose({0, 0, 4}, {1, 0, 0, 0, 0, -1, 0, 1, 0});
  for (const double length : {1e-60, 1e-68, 1e-70, 1e-78, 1e-79, 1e-80, 3e-81, 1e-90, 5e-324})
    for (const Options& options : {Options{.min_distance = 5}, Options{.tolerance = HUGE_VAL}}) {
      const Shape capsule = Capsule(1, length);
      const PairQuery query{&capsule, &along_x, &capsule, &along_y};
      Result of_batch;
      distance({&query, 1}, {&of_batch, 1}, options);
      for (const Result& r : {expect_verified(capsule, along_x, capsule, along_y, options), of_batch}) {
        EXPECT_TRUE(verify(r, capsule, along_x, capsule, along_y)) << length;
        EXPECT_EQ(r.status, Status::separated) << length;
        EXPECT_GT(r.lower, 1.9) << length;
        EXPECT_LE(std::fabs(r.normal.norm() - 1), 1e-12) << length;
      }
    }
}

TEST(Witnesses, OfABallAcrossFromTheEndOfASide) {
  // Bounds that are tight beside the end of the side as well, where the points are off the normal by as much. (Found by
  // `clearance_stress --overlapping`: lattice-gap-11-160475.)
  const SphereHull balls({{{-1, 1, -1}, 1}, {{0, 0, 0}, 1}, {{-1, 1, -1}, 1}, {{-1, -1, -1}, 1}});
  const Result r = expect_verified(
      balls, pose({0, 0, 0}, {0, 0, 1, -1, 0, 0, 0, -1, 0}), Cylinder(1, 1),
      pose({-0.5000000009313224, -1.4142103043911747, 1.414210304391175}, {0, 0, 1, 0, 1, 0, -1, 0, 0}));
  EXPECT_LE(misfit(r), 1e-12);
}

TEST(Witnesses, OfBodiesThatTouchButForRounding) {
  // GJK ends within rounding of the origin, with points that are somewhere on the way there. (size-ratio-9-907,
  // skewed-11-295615.)
  const Result tiny = expect_verified(
      Cylinder(5.565434784901013e-15, 8.100220878395461e-15),
      by_quaternion({0, 0, 0}, {-0.01590449383266402, -0.7009786850156792, 0.6087555579516807, -0.37120425764335496}),
      Cone(0.32883898371653725, 1.9279592492983015),
      by_quaternion({0.08933674416737934, 0.009986140162642432, 0.3573743259755423},
                    {-0.20215003757588976, -0.44267368819954706, 0.8707437657386397, -0.07057380896033434}));
  EXPECT_LE(tiny.upper - tiny.lower, 1e-13);
  EXPECT_LE(misfit(tiny), 1e-13);
  const Result skewed = expect_verified(
      Cylinder(0.31014239940205596, 0.5219684788082614),
      pose({-0.17046549969693825, -0.6837693524050031, 0.6808261936084428},
           {0.22343272451600937, -0.3081146850337694, -0.9247395754126463, 0.8319820340992263, 0.5545645045796613,
            0.01624514106069133, 0.5078224960004325, -0.7729963642838689, 0.3802537137896375}),
      Point({-0.7849448288559279, 0.5574537860824655, 0.7288008373977843}),
      pose({0.6720120882186855, -0.3055087021471352, 0.763116447261021},
           {0.6402508042041901, -0.2603551776034611, -0.7226992618251692, 0.6490475045140535, -0.319865397324572,
            0.6902342129858764, -0.4108724335430618, -0.910989307042689, -0.035811265762111105}));
  EXPECT_LE(skewed.upper - skewed.lower, 1e-10);
  EXPECT_LE(misfit(skewed), 1e-10);
}

TEST(Witnesses, OfSegmentsThatMeetHaveANormalAcrossThem) {
  // The difference of points that are the same but for rounding says nothing of the normal. (bounded-10-58913.)
  Random random(58913);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 meeting = random.vector(1), along = random.vector(1), across = random.vector(1);
    const auto through = [&](const Vec3& direction) {
      const double start = random.integer(0, 2) * -0.5;  // at an end, or in the middle
      return Segment(meeting + start * direction, meeting + (start + 1.0) * direction);
    };
    const Mat3 back = random.rotation();
    const Shape a = through(along);
    const Shape b = i % 3 == 0 ? Shape(Point(back.transpose() * meeting)) : [&] {
      const Segment s = through(i % 3 == 1 ? across : Vec3(along * random.uniform(-2, 2)));
      return Shape(Segment(back.transpose() * s.points[0], back.transpose() * s.points[1]));
    }();
    const Result r = expect_verified(a, {}, b, Pose(back, Vec3::Zero()));
    EXPECT_LE(r.upper - r.lower, 1e-13) << i;
    EXPECT_LE(std::fabs(r.distance), 1e-14) << i;
  }
}

TEST(Witnesses, OfAPointOnAnEdgeOfASolid) {
  // Rounding moves the point off the edge in any direction, into the body as well. (bounded-12-4213.)
  Random random(4213);
  for (int i = 0; i < 3000; ++i) {
    const double radius = random.uniform(0.1, 1), half = random.uniform(0.1, 1), angle = random.uniform(-4, 4);
    const bool is_cone = i % 2 == 0, top = random.chance(0.5);
    const double across = is_cone && top ? 0.0 : radius;
    const Vec3 on_rim(across * std::cos(angle), across * std::sin(angle), top ? half : -half);
    const Shape solid = is_cone ? Shape(Cone(radius, 2 * half)) : Shape(Cylinder(radius, 2 * half));
    const Pose at(random.rotation(), random.vector(1));
    const Result r = expect_verified(solid, at, Point(at * on_rim), {});
    EXPECT_LE(r.upper - r.lower, 1e-13) << i;
  }
}

TEST(Witnesses, OfFlatHullsThatTouchWithinTheirPlane) {
  // Hulls of points on a line or in a plane, and a point of them. (degenerate-12-1805, -5633, -13243, -14859.)
  Random random(1805);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 u = random.vector(1), v = i % 2 == 0 ? Vec3(Vec3::Zero()) : random.vector(1);
    std::vector<Vec3> points;
    for (int k = 0; k < 6; ++k) points.push_back(random.uniform(-1, 1) * u + random.uniform(-1, 1) * v);
    const double share = random.uniform(0.1, 0.9);
    const Vec3 shared = share * points[0] + (1 - share) * points[1];
    const Mat3 back = random.rotation();
    const std::vector<Vec3> same(3, back.transpose() * shared);
    const Result r = expect_verified(Hull(points), {}, Hull(same), Pose(back, Vec3::Zero()));
    EXPECT_LE(r.upper - r.lower, 1e-13) << i;
  }
}

}  // namespace oracle

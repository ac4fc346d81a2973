#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "platform/linux/wayland/portal/answer.h"
#include "platform/linux/wayland/portal/devices.h"
#include "platform/linux/wayland/portal/picture.h"
#include "platform/linux/wayland/portal/restore_token.h"
#include "platform/linux/wayland/portal/unguessable.h"
#include "platform/posix/files.h"

using namespace surehand;
using namespace surehand::wayland::portal;

namespace {

using Write = std::function<void(dbus::Writer&)>;

// The body of a Response.
std::vector<uint8_t> response(uint32_t code, const Write& results) {
  dbus::Writer body;
  body.u32(code);
  const size_t array = body.begin_array(8);
  results(body);
  body.end_array(array);
  return body.bytes();
}

// From memory of exactly that size, so that a sanitizer sees each read beyond it.
std::optional<Answer> parsed(const std::vector<uint8_t>& bytes, std::string_view signature = "ua{sv}") {
  const std::vector<uint8_t> own(bytes.begin(), bytes.end());
  return answer_in(dbus::Reader(own.data(), own.size(), true, signature));
}

void entry(dbus::Writer& body, std::string_view name, std::string_view type) {
  body.begin_struct().string(name).variant(type);
}

struct Cast {
  uint32_t node = 42;
  Write properties = [](dbus::Writer&) {};
};

void streams(dbus::Writer& body, const std::vector<Cast>& casts) {
  entry(body, "streams", "a(ua{sv})");
  const size_t array = body.begin_array(8);
  for (const Cast& cast : casts) {
    body.begin_struct().u32(cast.node);
    const size_t properties = body.begin_array(8);
    cast.properties(body);
    body.end_array(properties);
  }
  body.end_array(array);
}

void pair(dbus::Writer& body, std::string_view name, int32_t first, int32_t second) {
  entry(body, name, "(ii)");
  body.begin_struct().i32(first).i32(second);
}

std::optional<Answer> with_streams(const std::vector<Cast>& casts) {
  return parsed(response(0, [&](dbus::Writer& body) { streams(body, casts); }));
}

std::optional<Answer> placed(int32_t x, int32_t y, int32_t width, int32_t height) {
  return with_streams({{42, [&](dbus::Writer& body) {
                          pair(body, "position", x, y);
                          pair(body, "size", width, height);
                        }}});
}

// What xdg-desktop-portal answers to Start, with a member that is not known here.
std::vector<uint8_t> granted() {
  return response(0, [](dbus::Writer& body) {
    entry(body, "devices", "u");
    body.u32(3);
    entry(body, "clipboard_enabled", "b");
    body.boolean(true);
    streams(body, {{42,
                    [](dbus::Writer& properties) {
                      entry(properties, "id", "s");
                      properties.string("0");
                      pair(properties, "position", -1280, 0);
                      pair(properties, "size", 1280, 800);
                      entry(properties, "source_type", "u");
                      properties.u32(1);
                    }},
                   {43}});
    entry(body, "restore_token", "s");
    body.string("3c9d0f22-0a52-4f0e-9d38-4f3f1a1b6a11");
  });
}

struct Folder {
  Folder() { REQUIRE(mkdtemp(path) != nullptr); }
  ~Folder() {
    for (const std::string& name : names_in(own())) unlink((own() + "/" + name).c_str());
    rmdir(own().c_str());
    rmdir((std::string(path) + "/state").c_str());
    rmdir(path);
  }
  std::string own() const { return std::string(path) + "/state/surehand"; }
  std::string file() const { return own() + "/portal-restore-token"; }
  char path[40] = "/tmp/surehand-portal-test-XXXXXX";
};

RestoreToken token_in(const Folder& folder) {
  return RestoreToken(Environment({{"XDG_STATE_HOME", std::string(folder.path) + "/state"}, {"HOME", "/nowhere"}}));
}

mode_t mode_of(const std::string& path) {
  struct stat about {};
  REQUIRE(stat(path.c_str(), &about) == 0);
  return about.st_mode & 0777;
}

void write_to(const std::string& file, const std::string& text) {
  unlink(file.c_str());
  REQUIRE(append_to(file, text));
}

}  // namespace

TEST_CASE("what the portal grants is read with the first stream") {
  const auto answer = parsed(granted());
  REQUIRE(answer);
  CHECK(answer->code == 0);
  CHECK(answer->devices == 3);
  REQUIRE(answer->stream);
  CHECK(answer->stream->node == 42);
  REQUIRE(answer->stream->place);
  CHECK(*answer->stream->place == Rect{-1280, 0, 1280, 800});
  CHECK(answer->restore_token == "3c9d0f22-0a52-4f0e-9d38-4f3f1a1b6a11");
  CHECK(answer->session.empty());
}

TEST_CASE("an answer that was cut off anywhere is none") {
  const auto whole = granted();
  for (size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    CHECK_FALSE(parsed({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}));
  }
  auto longer = whole;
  longer.push_back(0);
  CHECK_FALSE(parsed(longer));
}

TEST_CASE("an answer with any byte changed is read within its bounds") {
  const auto whole = granted();
  for (size_t at = 0; at < whole.size(); ++at) {
    for (const uint8_t change : {0x01, 0x80, 0xff}) {
      auto changed = whole;
      changed[at] ^= change;
      const auto answer = parsed(changed);
      if (answer && answer->stream && answer->stream->place) CHECK_FALSE(is_empty(*answer->stream->place));
    }
  }
}

TEST_CASE("an answer of another signature is none") {
  for (const char* signature : {"", "u", "a{sv}u", "ua{ss}", "ua{sv}u", "ia{sv}"})
    CHECK_FALSE(parsed(granted(), signature));
}

TEST_CASE("a refusal has its code, and the session may be text or a path") {
  const Write nothing = [](dbus::Writer&) {};
  for (const uint32_t code : {1u, 2u, 77u}) CHECK(parsed(response(code, nothing))->code == code);
  for (const char* type : {"s", "o"}) {
    const auto answer = parsed(response(0, [&](dbus::Writer& body) {
      entry(body, "session_handle", type);
      body.string("/a/b");
    }));
    REQUIRE(answer);
    CHECK(answer->session == "/a/b");
  }
}

TEST_CASE("a member of another type makes the answer none") {
  const auto with = [](std::string_view name, std::string_view type, const Write& value) {
    return parsed(response(0, [&](dbus::Writer& body) {
      entry(body, name, type);
      value(body);
    }));
  };
  const Write number = [](dbus::Writer& body) { body.u32(3); };
  const Write text = [](dbus::Writer& body) { body.string("3"); };
  const Write none = [](dbus::Writer& body) { body.end_array(body.begin_array(8)); };
  CHECK(with("devices", "u", number));
  CHECK_FALSE(with("devices", "i", number));
  CHECK_FALSE(with("devices", "s", text));
  CHECK_FALSE(with("session_handle", "u", number));
  CHECK_FALSE(with("restore_token", "u", number));
  // A number that could be taken for an empty text.
  CHECK_FALSE(parsed(response(0, [](dbus::Writer& body) {
    entry(body, "session_handle", "u");
    body.u32(0);
    entry(body, "devices", "u");
    body.u32(3);
  })));
  CHECK_FALSE(with("restore_token", "o", text));
  CHECK(with("streams", "a(ua{sv})", none));
  CHECK_FALSE(with("streams", "a(uo)", none));
  CHECK(with("unknown", "a(uo)", none));
  CHECK_FALSE(with("unknown", "a(", none));
  CHECK_FALSE(with("unknown", "", none));
}

TEST_CASE("a stream of no node, of any node or with values that cannot be makes the answer none") {
  CHECK(with_streams({})->stream == std::nullopt);
  CHECK(with_streams({{42}})->stream->node == 42);
  for (const uint32_t node : {0u, 0xffffffffu}) {
    CHECK_FALSE(with_streams({{node}}));
    CHECK_FALSE(with_streams({{42}, {node}}));
  }
  CHECK(placed(0, 0, 1, 1)->stream->place);
  CHECK(placed(-100000, 100000, 65536, 65536)->stream->place);
  for (const auto& [width, height] : std::vector<std::pair<int32_t, int32_t>>{
           {0, 800}, {1280, 0}, {-1, 800}, {1280, -800}, {65537, 800}, {1280, 0x7fffffff}}) {
    CHECK_FALSE(placed(0, 0, width, height));
  }
  for (const int32_t far : {2000000, -2000000, 0x7fffffff, -0x7fffffff - 1}) {
    CHECK_FALSE(placed(far, 0, 1280, 800));
    CHECK_FALSE(placed(0, far, 1280, 800));
  }
  const auto with = [](std::string_view name, std::string_view type) {
    return with_streams({{42, [&](dbus::Writer& body) {
                            entry(body, name, type);
                            if (type[0] == '(') body.begin_struct();
                            body.u32(1).u32(1);
                          }}});
  };
  for (const char* name : {"position", "size"}) {
    CHECK_FALSE(with(name, "(uu)"));
    CHECK_FALSE(with(name, "(iii)"));
    CHECK_FALSE(with(name, "t"));
  }
  CHECK_FALSE(with("source_type", "i"));
}

TEST_CASE("a stream has a place with a position and a size, and when it is of a monitor") {
  const auto only = [](const Write& properties) { return with_streams({{42, properties}})->stream->place; };
  CHECK_FALSE(only([](dbus::Writer& body) { pair(body, "size", 1280, 800); }));
  CHECK_FALSE(only([](dbus::Writer& body) { pair(body, "position", 0, 0); }));
  for (const uint32_t type : {1u, 2u, 4u}) {
    const auto place = only([&](dbus::Writer& body) {
      entry(body, "source_type", "u");
      body.u32(type);
      pair(body, "position", 0, 0);
      pair(body, "size", 1280, 800);
    });
    CHECK(place.has_value() == (type == 1));
  }
}

TEST_CASE("a stream without a place is where the one display is") {
  surehand::Display left, right;
  left.bounds = {0, 0, 1280, 800};
  right.bounds = {1280, 0, 1920, 1080};
  Stream stream;
  CHECK(*place_of(stream, {left}) == left.bounds);
  CHECK_FALSE(place_of(stream, {left, right}).ok());
  CHECK_FALSE(place_of(stream, {}).ok());
  stream.place = right.bounds;
  CHECK(*place_of(stream, {left, right}) == right.bounds);
}

TEST_CASE("a part of a picture is where it was asked for, in px of the picture") {
  Image image;
  image.bounds = {100, 50, 4, 3};
  image.width = 8;
  image.height = 6;
  image.scale = 2;
  for (uint8_t pixel = 0; pixel < 48; ++pixel) image.rgba.insert(image.rgba.end(), {pixel, 0, 0, 255});
  const Image part = part_of(image, {101, 51, 2, 1});
  CHECK(part.bounds == Rect{101, 51, 2, 1});
  REQUIRE(part.width == 4);
  REQUIRE(part.height == 2);
  REQUIRE(part.rgba.size() == 32);
  CHECK(part.rgba[0] == 18);
  CHECK(part.rgba[16] == 26);
  CHECK(part_of(image, image.bounds).rgba.size() == image.rgba.size());
  // What rounding adds at the far edges is not there.
  image.scale = 2.4;
  const Image edge = part_of(image, {103, 52, 1, 1});
  CHECK(edge.width == 1);
  CHECK(edge.height == 1);
  CHECK(edge.rgba.size() == 4);
}

TEST_CASE("a restore token is kept for this user alone, and is good once") {
  const Folder folder;
  RestoreToken token = token_in(folder);
  CHECK_FALSE(token.is_kept());
  CHECK(token.take().empty());
  token.keep("one");
  CHECK(token.is_kept());
  CHECK(mode_of(folder.own()) == 0700);
  CHECK(mode_of(folder.file()) == 0600);
  token.keep("two");
  CHECK(token_in(folder).take() == "two");
  CHECK_FALSE(token.is_kept());
  CHECK(token.take().empty());
  CHECK(names_in(folder.own()).empty());
  REQUIRE(chmod(folder.own().c_str(), 0755) == 0);
  token.keep("three");
  CHECK(mode_of(folder.own()) == 0700);
}

TEST_CASE("a restore token that is none is not kept, nor taken") {
  const Folder folder;
  RestoreToken token = token_in(folder);
  const std::vector<std::string> bad = {"", "a b", "a\n", std::string("a\0b", 3), "\xc3\xa4", std::string(4097, 'a')};
  for (const std::string& each : bad) {
    CHECK_FALSE(is_restore_token(each));
    token.keep(each);
    CHECK_FALSE(token.is_kept());
  }
  CHECK(is_restore_token(std::string(4096, 'a')));
  token.keep("good");
  for (const std::string& each : bad) {
    write_to(folder.file(), each);
    CHECK(token.take().empty());
    CHECK(names_in(folder.own()).empty());
  }
  // A link to what another program wrote.
  write_to(folder.own() + "/other", "other");
  REQUIRE(symlink("other", folder.file().c_str()) == 0);
  CHECK(token.take().empty());
}

TEST_CASE("without a folder for it no token is kept") {
  using Variables = std::vector<std::pair<std::string, std::string>>;
  for (const Variables& variables : {Variables(), {{"HOME", "relative"}}, {{"XDG_STATE_HOME", "relative"}}}) {
    RestoreToken token{Environment(variables)};
    token.keep("one");
    CHECK_FALSE(token.is_kept());
    CHECK(token.take().empty());
  }
}

TEST_CASE("names that cannot be guessed are not the same twice, and elements of an object path") {
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) seen.insert(unguessable());
  CHECK(seen.size() == 100);
  for (const std::string& each : seen) CHECK(dbus::is_object_path("/" + each));
}

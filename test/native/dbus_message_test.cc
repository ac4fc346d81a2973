#include <doctest/doctest.h>

#include <algorithm>
#include <deque>

#include "platform/linux/dbus/match_rule.h"
#include "platform/linux/dbus/message.h"
#include "platform/linux/dbus/receiver.h"

using namespace surehand::dbus;
using namespace std::literals;

namespace {

std::string built(const Header& header, const Writer* body = nullptr) {
  std::vector<uint8_t> out;
  append_message(out, header, body);
  return {out.begin(), out.end()};
}

const uint8_t* bytes(std::string_view text) { return reinterpret_cast<const uint8_t*>(text.data()); }

// Of a copy that is as long as the message and lives as long as the tests.
std::optional<Message> parsed(std::string_view text) {
  static std::deque<std::vector<uint8_t>> kept;
  const auto& copy = kept.emplace_back(bytes(text), bytes(text) + text.size());
  return Message::parse(copy.data(), copy.size());
}

Message signal(std::string_view signature, const Writer& body) {
  Header header;
  header.type = MessageType::kSignal;
  header.serial = 9;
  header.path = "/org/a11y/atspi/accessible/12";
  header.interface = "org.a11y.atspi.Event.Object";
  header.member = "StateChanged";
  header.signature = signature;
  return *parsed(built(header, &body));
}

}  // namespace

TEST_CASE("A call is written byte for byte as the specification says") {
  Header header;
  header.serial = 1;
  header.path = "/a";
  header.interface = "a.b";
  header.member = "M";
  header.destination = "c.d";
  header.signature = "s";
  Writer body;
  body.string("x");
  CHECK(built(header, &body) ==
        "l\x01\0\x01"  // little-endian, call, no flags, version 1
        "\x06\0\0\0\x01\0\0\0\x43\0\0\0"
        "\x02\x01s\0\x03\0\0\0a.b\0\0\0\0\0"
        "\x03\x01s\0\x01\0\0\0M\0\0\0\0\0\0\0"
        "\x06\x01s\0\x03\0\0\0c.d\0\0\0\0\0"
        "\x08\x01g\0\x01s\0\0"
        "\x01\x01o\0\x02\0\0\0/a\0"
        "\0\0\0\0\0"
        "\x01\0\0\0x\0"sv);
}

TEST_CASE("Calls written one after the other are those that are written alone") {
  CallWriter writer;
  Writer body;
  body.string("org.a11y.atspi.Text").string("CharacterCount");
  for (int i = 0; i < 100; ++i) {
    const std::string path = "/org/a11y/atspi/accessible/" + std::to_string(i * i);
    const std::string interface = "a.b" + std::to_string(i % 23);  // more kinds than are remembered
    Header header;
    header.destination = i % 2 == 0 ? ":1.7" : ":1.8";
    header.path = path;
    header.interface = interface;
    header.member = i % 3 == 0 ? "Get" : "Other";
    header.signature = i % 5 == 0 ? "ss" : "";
    const Writer* given = i % 5 == 0 ? &body : nullptr;
    std::vector<uint8_t> out(static_cast<size_t>(i), 0xee);
    REQUIRE(writer.append(out, header, given).empty());
    header.serial = 7u + static_cast<uint32_t>(i);
    set_serial(out.data() + i, header.serial);
    CHECK(std::string(out.begin() + i, out.end()) == built(header, given));
  }
}

TEST_CASE("A call with a defect is not written, also after one like it that had none") {
  CallWriter writer;
  std::vector<uint8_t> out;
  Header header;
  header.destination = ":1.7";
  header.interface = "a.b";
  header.member = "M";
  header.path = "/a";
  REQUIRE(writer.append(out, header, nullptr).empty());
  const auto before = out;
  for (const std::string_view path : {"", "a", "/a/", "//", "/a b", "/\xc3\xa9"}) {
    header.path = path;
    CHECK(!writer.append(out, header, nullptr).empty());
  }
  header.path = "/a";
  header.member = "1";
  CHECK(!writer.append(out, header, nullptr).empty());
  CHECK(out == before);
}

TEST_CASE("What comes in pieces of any size is the same messages") {
  std::string stream;
  std::vector<std::string> sent;
  for (uint32_t i = 1; i < 60; ++i) {
    Header header;
    header.type = MessageType::kReply;
    header.serial = header.reply_serial = i;
    header.signature = "s";
    Writer body;
    sent.emplace_back(i * i % 997 * (i % 10 == 0 ? 20 : 1), static_cast<char>('a' + i % 26));
    body.string(sent.back());
    stream += built(header, &body);
  }
  for (const size_t piece : {size_t{1}, size_t{7}, size_t{16}, size_t{100}, size_t{5000}, stream.size()}) {
    for (const bool kept : {true, false}) {
      Receiver receiver(1024);
      std::vector<std::shared_ptr<const Message>> messages;
      size_t seen = 0;
      const auto look = [&] {
        for (; seen < messages.size(); ++seen) CHECK(messages[seen]->body().string() == sent[seen]);
      };
      size_t at = 0;
      while (at < stream.size()) {
        const auto [target, room] = receiver.room();
        REQUIRE(room > 0);
        const size_t count = std::min({piece, room, stream.size() - at});
        std::memcpy(target, stream.data() + at, count);
        at += count;
        REQUIRE(receiver.take(count, messages));
        look();
        // Where nobody keeps them, the block is used again.
        if (!kept) std::fill(messages.begin(), messages.end(), nullptr);
      }
      CHECK(seen == sent.size());
      if (!kept) continue;
      seen = 0;
      look();
    }
  }
}

TEST_CASE("A message reads back") {
  Header header;
  header.type = MessageType::kError;
  header.serial = 7;
  header.reply_serial = 99;
  header.error_name = "org.freedesktop.DBus.Error.UnknownObject";
  header.signature = "s";
  Writer body;
  body.string("it is gone");
  const std::string text = built(header, &body);
  const auto message = parsed(text);
  REQUIRE(message);
  CHECK(message->type() == MessageType::kError);
  CHECK(message->serial() == 7);
  CHECK(message->reply_serial() == 99);
  CHECK(message->error_name() == header.error_name);
  CHECK(message->error_text() == "it is gone");
  CHECK(message->bytes() == text.size());
  CHECK_FALSE(message->wants_reply());

  for (size_t size = 0; size < text.size(); ++size) CHECK_FALSE(parsed(text.substr(0, size)));
  CHECK_FALSE(parsed(text + "x"));
  for (size_t size = 0; size < 16; ++size) {
    CHECK_FALSE(Message::size_of(reinterpret_cast<const uint8_t*>(text.data()), size));
  }
  CHECK(Message::size_of(reinterpret_cast<const uint8_t*>(text.data()), 16) == text.size());
}

TEST_CASE("A big-endian message reads") {
  const auto message = parsed(
      "B\x02\0\x01\0\0\0\x08\0\0\0\x05\0\0\0\x10"
      "\x05\x01u\0\0\0\0\x2a\x08\x01g\0\x02iu\0"
      "\xff\xff\xff\xfe\0\0\0\x03"sv);
  REQUIRE(message);
  CHECK(message->type() == MessageType::kReply);
  CHECK(message->serial() == 5);
  CHECK(message->reply_serial() == 42);
  Reader body = message->body();
  CHECK(body.i32() == -2);
  CHECK(body.u32() == 3);
  CHECK(body.ok());
}

TEST_CASE("Every changed byte of a message gives a message or nothing, never a crash") {
  Header header;
  header.type = MessageType::kReply;
  header.serial = 7;
  header.reply_serial = 99;
  header.signature = "a(so)v";
  Writer body;
  const size_t array = body.begin_array(8);
  body.begin_struct().string("x").string("/y");
  body.end_array(array);
  body.variant("ai");
  const size_t numbers = body.begin_array(4);
  body.i32(1).i32(2);
  body.end_array(numbers);
  const std::string sound = built(header, &body);
  size_t accepted = 0;
  for (size_t at = 0; at < sound.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      std::string changed = sound;
      changed[at] = static_cast<char>(value);
      const auto message = parsed(changed);
      if (!message) continue;
      ++accepted;
      Reader reader = message->body();
      std::string_view types = message->signature();
      while (const size_t length = Reader::complete_type(types)) {
        reader.skip(types.substr(0, length));
        types.remove_prefix(length);
      }
    }
  }
  CHECK(accepted > sound.size());
}

TEST_CASE("Sizes beyond what any bus may send are refused before anything is allocated") {
  const auto size = [](std::string_view text) {
    return Message::size_of(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  };
  CHECK(size("l\x02\0\x01\xff\xff\xff\xff\x01\0\0\0\0\0\0\0"sv) == 0);
  CHECK(size("l\x02\0\x01\0\0\0\0\x01\0\0\0\xff\xff\xff\xff"sv) == 0);
  CHECK(size("l\x02\0\x01\0\0\0\x10\x01\0\0\0\0\0\0\0"sv) == 0);
  CHECK(size("l\x02\0\x01\0\0\xf0\x0f\x01\0\0\0\0\0\0\0"sv) == 0x0ff00000 + 16);
  CHECK(size("x\x02\0\x01\0\0\0\0\x01\0\0\0\0\0\0\0"sv) == 0);
  CHECK(size("l\x02\0\x02\0\0\0\0\x01\0\0\0\0\0\0\0"sv) == 0);
  CHECK(size("l\0\0\x01\0\0\0\0\x01\0\0\0\0\0\0\0"sv) == 0);
}

TEST_CASE("A match rule passes what it says") {
  Writer body;
  body.string("focused").i32(1).string("later");
  const Message message = signal("sis", body);
  const auto passes = [&](std::string_view rule) {
    const auto parsed = MatchRule::parse(rule);
    REQUIRE(parsed);
    return parsed->passes(message);
  };
  CHECK(passes(""));
  CHECK(passes("type='signal'"));
  CHECK_FALSE(passes("type='method_call'"));
  CHECK(passes("type='signal',interface='org.a11y.atspi.Event.Object',member='StateChanged'"));
  CHECK_FALSE(passes("member='StateChange'"));
  CHECK(passes("path_namespace='/org/a11y/atspi'"));
  CHECK(passes("path_namespace='/'"));
  CHECK_FALSE(passes("path_namespace='/org/a11y/ats'"));
  CHECK_FALSE(passes("path='/org/a11y/atspi'"));
  CHECK(passes("arg0='focused'"));
  CHECK(passes("arg0='focused',arg2='later'"));
  CHECK(passes("arg2='later'"));
  CHECK_FALSE(passes("arg1='1'"));
  CHECK_FALSE(passes("arg3='x'"));
  CHECK_FALSE(passes("sender=':1.5'"));
  for (const std::string_view bad : {"type", "sender='org.a11y.atspi.Registry'", "type=signal", "type='signal",
                                     "type='signal' ", "arg64='x'", "argx='x'"}) {
    CHECK_FALSE(MatchRule::parse(bad));
  }
}

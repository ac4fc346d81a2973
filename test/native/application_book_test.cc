#include "platform/linux/applications.h"

#include <doctest/doctest.h>

using namespace surehand::atspi;

TEST_CASE("an application that ended is known by its name and keeps no connection") {
  ApplicationBook book;
  ApplicationRecord record;
  record.key = ":1.5";
  record.name = "Mail";
  record.pid = 7;
  const std::weak_ptr<PrivateConnections> connections = record.private_connections;
  book.add(std::move(record));
  book.forget(":1.5");
  CHECK_FALSE(static_cast<bool>(book.find(":1.5")));
  const auto ended = book.find("ended :1.5");
  REQUIRE(static_cast<bool>(ended));
  CHECK(ended->name == "Mail");
  CHECK(ended->pid == 7);
  CHECK(connections.expired());
}

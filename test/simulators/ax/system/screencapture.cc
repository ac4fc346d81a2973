#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "core/seam/image.h"
#include "system/open.h"

namespace axsim {
namespace {

using surehand::Capture;
using surehand::Image;

void put(std::string& out, uint32_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
}

void put_big(std::string& out, uint32_t value) {
  for (int i = 3; i >= 0; --i) out += static_cast<char>(value >> (8 * i));
}

// 32 bits, from the bottom to the top.
std::string bmp(const Image& image) {
  const uint32_t size = image.width * image.height * 4;
  std::string out = "BM";
  put(out, 54 + size, 4);
  put(out, 0, 4);
  put(out, 54, 4);
  put(out, 40, 4);
  put(out, image.width, 4);
  put(out, image.height, 4);
  put(out, 1, 2);
  put(out, 32, 2);
  put(out, 0, 4);
  put(out, size, 4);
  for (int i = 0; i < 4; ++i) put(out, 0, 4);
  for (uint32_t y = image.height; y-- > 0;) {
    for (uint32_t x = 0; x < image.width; ++x) {
      const uint8_t* pixel = &image.rgba[4 * (size_t{y} * image.width + x)];
      out += static_cast<char>(pixel[2]);
      out += static_cast<char>(pixel[1]);
      out += static_cast<char>(pixel[0]);
      out += static_cast<char>(pixel[3]);
    }
  }
  return out;
}

uint32_t crc(const std::string& bytes) {
  uint32_t value = 0xFFFFFFFF;
  for (const char byte : bytes) {
    value ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? 0xEDB88320u : 0u);
  }
  return ~value;
}

void chunk(std::string& out, const std::string& body) {
  put_big(out, static_cast<uint32_t>(body.size() - 4));
  out += body;
  put_big(out, crc(body));
}

// Stored, not deflated.
std::string png(const Image& image) {
  std::string rows;
  for (uint32_t y = 0; y < image.height; ++y) {
    rows += '\0';
    rows.append(reinterpret_cast<const char*>(&image.rgba[4 * size_t{y} * image.width]), size_t{4} * image.width);
  }
  std::string data = "IDAT\x78\x01";
  uint32_t a = 1, b = 0;
  for (const char byte : rows) {
    a = (a + static_cast<unsigned char>(byte)) % 65521;
    b = (b + a) % 65521;
  }
  for (size_t at = 0; at < rows.size(); at += 65535) {
    const auto length = static_cast<uint32_t>(std::min<size_t>(65535, rows.size() - at));
    data += static_cast<char>(at + length == rows.size() ? 1 : 0);
    put(data, length, 2);
    put(data, ~length & 0xFFFF, 2);
    data.append(rows, at, length);
  }
  put_big(data, (b << 16) | a);
  std::string header = "IHDR";
  put_big(header, image.width);
  put_big(header, image.height);
  header += std::string("\x08\x06\x00\x00\x00", 5);
  std::string out = "\x89PNG\r\n\x1a\n";
  chunk(out, header);
  chunk(out, data);
  chunk(out, "IEND");
  return out;
}

// In pixels: as many times as large as the display says.
Image scaled(const Image& points, double scale) {
  if (scale == 1) return points;
  Image image;
  image.width = static_cast<uint32_t>(std::lround(points.width * scale));
  image.height = static_cast<uint32_t>(std::lround(points.height * scale));
  image.rgba.resize(size_t{4} * image.width * image.height);
  for (uint32_t y = 0; y < image.height; ++y) {
    for (uint32_t x = 0; x < image.width; ++x) {
      const auto from_x = std::min(points.width - 1, static_cast<uint32_t>(x / scale));
      const auto from_y = std::min(points.height - 1, static_cast<uint32_t>(y / scale));
      for (size_t i = 0; i < 4; ++i) {
        image.rgba[4 * (size_t{y} * image.width + x) + i] =
            points.rgba[4 * (size_t{from_y} * points.width + from_x) + i];
      }
    }
  }
  return image;
}

}  // namespace

Ended capture_screen(Desktop& desktop, const std::vector<std::string>& arguments) {
  if (!desktop.trust.screen) return {1, "could not create image from display\n"};
  Capture capture;
  std::string format = "png", path;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& option = arguments[i];
    // Values may follow their letter at once: -R0,0,10,10, -tpng.
    const auto value = [&] {
      return option.size() > 2 ? option.substr(2) : i + 1 < arguments.size() ? arguments[++i] : std::string();
    };
    if (option.rfind("-R", 0) == 0) {
      Rect area;
      const std::string text = value();
      if (std::sscanf(text.c_str(), "%d,%d,%d,%d", &area.x, &area.y, &area.width, &area.height) != 4)
        return {1, "bad -R\n"};
      capture.area = area;
    } else if (option.rfind("-l", 0) == 0) {
      const auto lock = desktop.enter();
      const Node* window = desktop.world.by_serial(std::strtoull(value().c_str(), nullptr, 10));
      if (window == nullptr || window->parent != nullptr) return {1, "could not create image from window\n"};
      capture.window = surehand::Element{window->app->key, World::identity(window->serial)};
      capture.covered = true;
    } else if (option.rfind("-D", 0) == 0) {
      const auto number = std::strtoul(value().c_str(), nullptr, 10);
      const auto lock = desktop.enter();
      if (number < 1 || number > desktop.world.displays.size()) return {1, "Invalid display specified\n"};
      capture.area = desktop.world.displays[number - 1].bounds;
    } else if (option.rfind("-t", 0) == 0) {
      format = value();
    } else if (option[0] != '-') {
      path = option;
    }
  }
  const auto drawn = desktop.backend.screenshot(capture, surehand::Limits{Clock::now() + Milliseconds(10000), {}});
  if (!drawn) return {1, drawn.error().message + "\n"};
  double scale = 1;
  {
    const auto lock = desktop.enter();
    scale = desktop.world.display_of(drawn->bounds).scale;
  }
  const Image pixels = scaled(*drawn, scale);
  std::ofstream file(path, std::ios::binary);
  file << (format == "bmp" ? bmp(pixels) : png(pixels));
  return file.good() ? Ended{} : Ended{1, "could not write " + path + "\n"};
}

}  // namespace axsim

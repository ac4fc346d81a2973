#pragma once

#include <unknwn.h>

#include <cstddef>
#include <utility>

namespace surehand::uia {

// Owns one reference to a COM object.
template <class T>
class ComPtr {
 public:
  ComPtr() = default;
  ComPtr(std::nullptr_t) {}  // NOLINT(google-explicit-constructor)
  // Takes a reference of its own.
  explicit ComPtr(T* object) : object_(object) {
    if (object_) object_->AddRef();
  }
  ComPtr(const ComPtr& other) : ComPtr(other.object_) {}
  ComPtr(ComPtr&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  ComPtr& operator=(ComPtr other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~ComPtr() {
    if (object_) object_->Release();
  }

  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }

  // For what hands out a reference: lets go of the old one first.
  T** put() {
    *this = nullptr;
    return &object_;
  }
  void** put_void() { return reinterpret_cast<void**>(put()); }

  // The same object by another interface, or null.
  template <class U>
  ComPtr<U> as() const {
    ComPtr<U> other;
    if (object_) object_->QueryInterface(__uuidof(U), other.put_void());
    return other;
  }

 private:
  T* object_ = nullptr;
};

}  // namespace surehand::uia

#include "platform/linux/wayland/pipewire/library.h"

#include <dlfcn.h>

#include <type_traits>

namespace surehand::wayland::pipewire {

Library::Library() {
  void* const library = dlopen("libpipewire-0.3.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return;
  whole_ = true;
  const auto take = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
    whole_ = whole_ && function != nullptr;
  };
  take(init, "pw_init");
  take(properties_new_dict, "pw_properties_new_dict");
  take(thread_loop_new, "pw_thread_loop_new");
  take(thread_loop_destroy, "pw_thread_loop_destroy");
  take(thread_loop_start, "pw_thread_loop_start");
  take(thread_loop_stop, "pw_thread_loop_stop");
  take(thread_loop_get_loop, "pw_thread_loop_get_loop");
  take(context_new, "pw_context_new");
  take(context_destroy, "pw_context_destroy");
  take(context_add_spa_lib, "pw_context_add_spa_lib");
  take(context_load_module, "pw_context_load_module");
  take(context_connect_fd, "pw_context_connect_fd");
  take(stream_new, "pw_stream_new");
  take(stream_destroy, "pw_stream_destroy");
  take(stream_add_listener, "pw_stream_add_listener");
  take(stream_connect, "pw_stream_connect");
  take(stream_update_params, "pw_stream_update_params");
  take(stream_dequeue_buffer, "pw_stream_dequeue_buffer");
  take(stream_queue_buffer, "pw_stream_queue_buffer");
  if (whole_) init(nullptr, nullptr);
}

Result<const Library*> Library::get() {
  static const Library loaded;
  if (loaded.whole_) return &loaded;
  return Error{ErrorCode::kUnsupported,
               "a picture of this desktop cannot be taken without libpipewire; install libpipewire-0.3-0 (Debian, "
               "Ubuntu), pipewire-libs (Fedora) or libpipewire (Arch)",
               {}};
}

}  // namespace surehand::wayland::pipewire

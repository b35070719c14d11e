// Reads line images with a model in process and prints, per image, tab separated:
//   path, CPU ms of SetImage + Recognize + GetUTF8Text, mean confidence, text
// and with CHOICES for every symbol a field  symbol \x01 confidence { \x01 alternative \x01 confidence }.
//
// evaluate TESSDATA_DIR LANGUAGE PSM LIST [CHOICES] [variable=value ...]      LIST: one image path a line
// Build: g++ -O2 -o evaluate evaluate.cpp $(pkg-config --cflags --libs tesseract lept)
// Run with OMP_THREAD_LIMIT=1: OpenMP threads cost more than they save on one line.
#include <leptonica/allheaders.h>
#include <tesseract/baseapi.h>
#include <tesseract/resultiterator.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

static double cpuMilliseconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void printChoices(tesseract::TessBaseAPI &api) {
  std::unique_ptr<tesseract::ResultIterator> it(api.GetIterator());
  if (!it) return;
  do {
    std::unique_ptr<char[]> symbol(it->GetUTF8Text(tesseract::RIL_SYMBOL));
    if (!symbol) continue;
    printf("\t%s\x01%.2f", symbol.get(), it->Confidence(tesseract::RIL_SYMBOL));
    tesseract::ChoiceIterator choice(*it);
    do {
      const char *text = choice.GetUTF8Text();
      if (text) printf("\x01%s\x01%.5g", text, choice.Confidence());
    } while (choice.Next());
  } while (it->Next(tesseract::RIL_SYMBOL));
}

int main(int argc, char **argv) {
  if (argc < 5) {
    fprintf(stderr, "usage: evaluate TESSDATA_DIR LANGUAGE PSM LIST [CHOICES] [variable=value ...]\n");
    return 64;
  }
  tesseract::TessBaseAPI api;
  if (api.Init(argv[1], argv[2], tesseract::OEM_LSTM_ONLY)) return 1;
  api.SetPageSegMode(static_cast<tesseract::PageSegMode>(atoi(argv[3])));
  api.SetVariable("tessedit_do_invert", "0");
  bool choices = false;
  for (int i = 5; i < argc; i++) {
    std::string option = argv[i];
    auto equals = option.find('=');
    if (option == "CHOICES") {
      choices = true;
      api.SetVariable("lstm_choice_mode", "2");
    } else if (equals == std::string::npos ||
               !api.SetVariable(option.substr(0, equals).c_str(), option.substr(equals + 1).c_str())) {
      fprintf(stderr, "unknown option %s\n", argv[i]);
      return 64;
    }
  }
  std::vector<std::pair<std::string, Pix *>> lines;
  std::ifstream list(argv[4]);
  for (std::string path; std::getline(list, path);) {
    Pix *image = pixRead(path.c_str());
    if (!image) return 66;
    lines.emplace_back(path, image);
  }
  bool warm = false;
  for (auto &[path, image] : lines) {
    for (; !warm; warm = true) {
      api.SetImage(image);
      api.Recognize(nullptr);
    }
    double start = cpuMilliseconds();
    api.SetImage(image);
    api.SetSourceResolution(300);
    api.Recognize(nullptr);
    std::unique_ptr<char[]> text(api.GetUTF8Text());
    double spent = cpuMilliseconds() - start;
    std::string flat = text ? text.get() : "";
    for (auto &c : flat)
      if (c == '\n' || c == '\t') c = ' ';
    printf("%s\t%.3f\t%d\t%s", path.c_str(), spent, api.MeanTextConf(), flat.c_str());
    if (choices) printChoices(api);
    printf("\n");
  }
}

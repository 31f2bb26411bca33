extension HTMLReporter {
    /// Filters what is shown. Builds no markup from text, so nothing that an audited file contains can become markup here.
    static let script: StaticString = """
        (function () {
          "use strict";
          document.querySelectorAll("form.filter").forEach(function (form) {
            var target = document.getElementById(form.dataset.target);
            var items = Array.prototype.map.call(target.querySelectorAll("[data-kind]"), function (node) {
              return { node: node, text: node.textContent.toLowerCase() };
            });
            var areas = target.querySelectorAll("button.area");
            var groups = target.querySelectorAll("[data-group]");
            var shown = form.querySelector(".shown");

            function matches(item, wanted) {
              var data = item.node.dataset;
              var isTest = data.kind === "test";
              if (wanted.area && data.area !== wanted.area) { return false; }
              if (!isTest && wanted.severity && data.severity !== wanted.severity) { return false; }
              if (isTest && wanted.state && data.state !== wanted.state) { return false; }
              return wanted.words.every(function (word) { return item.text.indexOf(word) >= 0; });
            }

            function apply() {
              var value = function (name) { return form.elements.namedItem(name).value; };
              var wanted = {
                area: value("area"), severity: value("severity"), state: value("state"),
                words: value("text").toLowerCase().split(/\\s+/).filter(Boolean)
              };
              var counts = { finding: 0, test: 0 };
              items.forEach(function (item) {
                var isShown = matches(item, wanted);
                item.node.hidden = !isShown;
                if (isShown) { counts[item.node.dataset.kind] += 1; }
              });
              areas.forEach(function (button) { button.setAttribute("aria-pressed", String(button.dataset.pick === wanted.area)); });
              var isFiltered = Boolean(wanted.area || wanted.severity || wanted.state || wanted.words.length);
              groups.forEach(function (group) {
                group.hidden = !group.querySelector("[data-kind]:not([hidden])");
                if (isFiltered) { group.open = true; }
              });
              target.querySelectorAll("[data-none]").forEach(function (note) {
                note.hidden = !isFiltered || counts[note.dataset.none] > 0;
              });
              shown.textContent = isFiltered ? counts.finding + " findings and " + counts.test + " tests shown" : "";
            }

            areas.forEach(function (button) {
              button.addEventListener("click", function () {
                var select = form.elements.namedItem("area");
                select.value = select.value === button.dataset.pick ? "" : button.dataset.pick;
                apply();
                if (select.value) { form.scrollIntoView({ block: "start" }); }
              });
            });
            var unfold = form.querySelector("[data-unfold]");
            unfold.addEventListener("click", function () {
              var isOpen = unfold.getAttribute("aria-pressed") !== "true";
              unfold.setAttribute("aria-pressed", String(isOpen));
              target.querySelectorAll("details").forEach(function (node) { node.open = isOpen; });
            });
            form.addEventListener("input", apply);
            form.addEventListener("reset", function () { setTimeout(apply, 0); });
            form.addEventListener("submit", function (event) { event.preventDefault(); });
            form.hidden = false;
            apply();
          });

          var opened = [];
          window.addEventListener("beforeprint", function () {
            opened = Array.prototype.slice.call(document.querySelectorAll("details:not([open])"));
            opened.forEach(function (node) { node.open = true; });
          });
          window.addEventListener("afterprint", function () {
            opened.forEach(function (node) { node.open = false; });
          });
        })();
        """
}

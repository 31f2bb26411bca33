import MerlonCore
import MerlonPrivacy
import Testing

/// Sequences of the life cycle as iOS's documentation and its users describe them, several of which made other apps ask for ever, open
/// without asking, or forget to lock.
@Suite struct SensitiveSessionStateTests {
    /// A step of a sequence: an event, time that passes, an answer.
    enum Step {
        case event(SceneEvent)
        case wait(Int64)
        case wall(Int64)
        case reboot
        case answer(OwnerAnswer)
        case tap
        case lock
    }

    /// Runs the steps; gives the actions as words and the phase at the end.
    private static func run(_ steps: [Step], policy: SensitiveSessionPolicy) -> (actions: [String], phase: SensitiveSessionState.Phase) {
        var state = SensitiveSessionState(policy: policy)
        var monotonic: Int64 = 1_000
        var wall: Int64 = 1_700_000_000
        var words: [String] = []
        var question = 0
        for step in steps {
            let actions: [SensitiveSessionState.Action]
            switch step {
            case .event(let event):
                actions = state.handle(
                    event,
                    at: SceneMoment(monotonic: .init(nanoseconds: UInt64(monotonic) * 1_000_000_000), wall: .init(seconds: wall)))
            case .wait(let seconds): (monotonic, wall, actions) = (monotonic + seconds, wall + seconds, [])
            case .wall(let seconds): (wall, actions) = (wall + seconds, [])
            case .reboot: (monotonic, actions) = (5, [])
            case .answer(let answer): actions = state.answered(answer, to: question)
            case .tap: actions = state.unlockRequested()
            case .lock: actions = state.lockRequested()
            }
            for action in actions {
                switch action {
                case .clearFields: words.append("clear")
                case .showSafeScreen: words.append("safe")
                case .open: words.append("open")
                case .ask(let number): (question, _) = (number, words.append("ask"))
                }
            }
        }
        return (words, state.phase)
    }

    private static let launch: [Step] = [.event(.willEnterForeground(scene: 1)), .event(.didBecomeActive(scene: 1)), .answer(.confirmed)]
    private static let leave: [Step] = [.event(.willResignActive(scene: 1)), .event(.didEnterBackground(scene: 1))]
    private static let back: [Step] = [.event(.willEnterForeground(scene: 1)), .event(.didBecomeActive(scene: 1))]
    private static let off: Step = .event(.willResignActive(scene: 1))
    private static let on: Step = .event(.didBecomeActive(scene: 1))

    private static let sequences: [(name: String, steps: [Step], actions: String, phase: SensitiveSessionState.Phase)] = [
        ("launch asks once", [.event(.willEnterForeground(scene: 1)), on], "ask", .asking),
        ("launch without foreground event, as an app without scenes", [on], "ask", .asking),
        ("prewarmed: in the background from the start", [.event(.didEnterBackground(scene: 1))], "", .locked),
        ("prewarmed, then opened hours later", [.event(.didEnterBackground(scene: 1)), .wait(9_000)] + back, "ask", .asking),
        ("the prompt itself takes the focus and gives it back", [on, off, on, .answer(.confirmed)], "ask open", .open),
        ("the prompt's focus comes back after the answer", [on, off, .answer(.confirmed), on], "ask open", .open),
        ("refused: stays locked, does not ask by itself", [on, off, .answer(.refused)], "ask", .locked),
        ("refused, then the focus returns: asks once more", [on, off, .answer(.cancelled), on], "ask ask", .asking),
        ("refused while the focus was kept, then a tap", [on, .answer(.refused), .tap], "ask ask", .asking),
        ("a tap while open does nothing", launch + [.tap], "ask open", .open),
        ("two taps ask once", [on, .answer(.refused), .tap, .tap], "ask ask", .asking),
        ("no way to ask: locked", [on, .answer(.unavailable(reason: "nothing enrolled"))], "ask", .locked),
        ("delayed: locked", [on, .answer(.delayed(until: .init(seconds: 1)))], "ask", .locked),
        ("notification centre for a moment", launch + [off, .wait(5), on], "ask open", .open),
        ("a call of ten minutes over the open app", launch + [off, .wait(600), on], "ask open safe ask", .asking),
        ("quick return from the background", launch + leave + [.wait(59)] + back, "ask open clear", .open),
        ("return after the grace period", launch + leave + [.wait(60)] + back, "ask open clear safe ask", .asking),
        ("return confirmed", launch + leave + [.wait(3_600)] + back + [.answer(.confirmed)], "ask open clear safe ask open", .open),
        (
            "locked before the first frame is shown", launch + leave + [.wait(60), .event(.willEnterForeground(scene: 1))],
            "ask open clear safe", .locked
        ),
        ("into the background while asking: the answer counts no more", [on] + leave + [.answer(.confirmed)], "ask clear", .locked),
        ("… and return asks anew", [on] + leave + [.answer(.confirmed)] + back, "ask clear ask", .asking),
        ("… and an answer that comes late does not open the new question", [on] + leave + back, "ask clear", .asking),
        (
            "wall clock set back in the background", launch + leave + [.wait(120), .wall(-86_400)] + back, "ask open clear safe ask",
            .asking
        ),
        ("wall clock set forward in the background", launch + leave + [.wall(3_600)] + back, "ask open clear safe ask", .asking),
        ("wall clock set back, quick return", launch + leave + [.wall(-3_600), .wait(10)] + back, "ask open clear", .open),
        ("state kept over a reboot", launch + leave + [.reboot] + back, "ask open clear safe ask", .asking),
        ("device locked while open", launch + [.event(.deviceLocked)], "ask open safe", .locked),
        (
            "device locked, then background and quick return", launch + [.event(.deviceLocked)] + leave + back, "ask open safe clear ask",
            .asking
        ),
        ("device locked while asking", [on, .event(.deviceLocked), .answer(.confirmed)], "ask", .locked),
        (
            "split view: one of two scenes loses the focus", launch + [.event(.didBecomeActive(scene: 2)), off, .wait(600), on], "ask open",
            .open
        ),
        (
            "two scenes, one to the background for long", launch + [.event(.didBecomeActive(scene: 2))] + leave + [.wait(600)] + back,
            "ask open", .open
        ),
        (
            "both scenes to the background, one returns",
            launch + [.event(.didBecomeActive(scene: 2))] + leave + [
                .event(.willResignActive(scene: 2)), .event(.didEnterBackground(scene: 2)),
            ]
                + [.wait(600)] + back, "ask open clear safe ask", .asking
        ),
        (
            "the last scene is closed, a new one opens",
            launch + leave + [.event(.didDisconnect(scene: 1)), .wait(60), .event(.didBecomeActive(scene: 2))],
            "ask open clear safe ask", .asking
        ),
        (
            "closed from the foreground", launch + [.event(.didDisconnect(scene: 1)), .wait(61), .event(.didBecomeActive(scene: 3))],
            "ask open clear safe ask", .asking
        ),
        (
            "a second window of an app that is locked asks too", [on, .answer(.refused), .event(.didBecomeActive(scene: 2))], "ask ask",
            .asking
        ),
        (
            "many quick turns ask never", launch + Array(repeating: leave + [.wait(1)] + back, count: 20).flatMap { $0 },
            "ask open" + String(repeating: " clear", count: 20), .open
        ),
        ("focus twice without loss", launch + [on, on], "ask open", .open),
        (
            "background twice: time counts from the first",
            launch + leave + [.wait(40), .event(.didEnterBackground(scene: 1)), .wait(40)] + back,
            "ask open clear safe ask", .asking
        ),
        ("the app locks itself", launch + [.lock], "ask open safe", .locked),
        ("an old answer after locking", launch + [.lock, .answer(.confirmed)], "ask open safe", .locked),
        ("answer without a question", [.answer(.confirmed)], "", .locked),
    ]

    @Test(arguments: sequences.indices)
    func sequence(_ index: Int) {
        let (name, steps, actions, phase) = Self.sequences[index]
        let result = Self.run(steps, policy: SensitiveSessionPolicy())
        #expect(result.actions.joined(separator: " ") == actions, "\(name)")
        #expect(result.phase == phase, "\(name)")
    }

    @Test func policies() {
        let strict = SensitiveSessionPolicy(gracePeriod: .zero, clearsFields: .whenLocked)
        #expect(Self.run(Self.launch + Self.leave + Self.back, policy: strict).actions == ["ask", "open", "clear", "safe", "ask"])
        let lenient = SensitiveSessionPolicy(locksWithDevice: false)
        #expect(Self.run(Self.launch + [.event(.deviceLocked)], policy: lenient).phase == .open)
        #expect(SensitiveSessionPolicy(gracePeriod: .seconds(-5)).gracePeriod == .zero)
    }

    /// Whatever happens, nothing opens but an answer to the newest question, and an open session was asked.
    @Test func randomSequencesNeverOpenUnasked() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<3_000 {
            var steps: [Step] = []
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                let scene = Int.random(in: 1...3, using: &random)
                steps.append(
                    random.pick([
                        .event(.willResignActive(scene: scene)), .event(.didEnterBackground(scene: scene)),
                        .event(.didBecomeActive(scene: scene)),
                        .event(.willEnterForeground(scene: scene)), .event(.didDisconnect(scene: scene)), .event(.deviceLocked), .tap,
                        .lock,
                        .wait(Int64.random(in: 0...100, using: &random)), .wall(Int64.random(in: -100...100, using: &random)),
                        .answer(.confirmed), .answer(.refused),
                    ]))
            }
            let actions = Self.run(steps, policy: SensitiveSessionPolicy()).actions
            var isAsked = false
            for action in actions {
                if action == "ask" { isAsked = true }
                if action == "open" {
                    #expect(isAsked)
                    isAsked = false
                }
            }
        }
    }
}

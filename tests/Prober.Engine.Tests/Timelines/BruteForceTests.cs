using Prober.Engine.Timelines;

namespace Prober.Engine.Tests.Timelines;

/// <summary>
/// Random histories, millisecond by millisecond: what the rules of time say of each one, told without any of the engine's arithmetic,
/// against what the engine says of any window. And a truth that only the test knows lies within the bounds.
/// </summary>
public sealed class BruteForceTests
{
    private const int Length = 3000;

    [Fact]
    public void Measure_AnyWindow_EqualsTheSumOfItsMilliseconds()
    {
        for (var seed = 0; seed < 300; seed++)
        {
            var random = new Random(seed);
            var history = new History(random, isTruthful: false);
            var timeline = history.Run();
            var oracle = history.Oracle();

            for (var i = 0; i < 20; i++)
            {
                var (one, other) = (random.Next(Length + 1), random.Next(Length + 1));
                var window = new TimeRange(Math.Min(one, other), Math.Max(one, other));

                var measured = timeline.Measure(window);

                measured.ShouldBe(Sum(oracle, window), $"seed {seed}, window {window}");
                (measured.Up + measured.Down + measured.Unknown + measured.Maintenance).ShouldBe(window.Length);
            }
        }
    }

    [Fact]
    public void Bounds_AnyWindow_HoldTheTruth()
    {
        var uncertain = 0;
        for (var seed = 0; seed < 300; seed++)
        {
            var random = new Random(1000 + seed);
            var history = new History(random, isTruthful: true);
            var timeline = history.Run();

            for (var i = 0; i < 20; i++)
            {
                var (one, other) = (random.Next(Length + 1), random.Next(Length + 1));
                var window = new TimeRange(Math.Min(one, other), Math.Max(one, other));
                var measured = timeline.Measure(window);
                var known = timeline.Parts(window).Where(part => part.State is TargetState.Up or TargetState.Down).ToList();
                var up = known.Sum(part => Enumerable.Range((int)part.Range.Start, (int)part.Range.Length).Count(at => history.Truth[at]));

                ((long)up).ShouldBeInRange(
                    measured.Up - measured.UpInDoubt, measured.Up + measured.DownInDoubt, $"seed {seed}, window {window}");
                uncertain += measured.UpInDoubt > 0 ? 1 : 0;
            }
        }

        uncertain.ShouldBePositive();
    }

    private static Availability Sum((TargetState State, bool IsInDoubt)[] oracle, TimeRange window)
    {
        var part = oracle[(int)window.Start..(int)window.End];
        return new(
            part.Count(at => at.State == TargetState.Up),
            part.Count(at => at.State == TargetState.Down),
            part.Count(at => at.State == TargetState.Unknown),
            part.Count(at => at.State == TargetState.Maintenance),
            part.Count(at => at is { State: TargetState.Up, IsInDoubt: true }),
            part.Count(at => at is { State: TargetState.Down, IsInDoubt: true }));
    }

    /// <summary>A target, its truth, its probes, and what kept them from being evidence.</summary>
    private sealed class History
    {
        private readonly EvidenceRules _rules;
        private readonly List<(long At, bool IsGood)> _evidence = [];
        private readonly List<TimeRange> _pauses = [];
        private readonly List<TimeRange> _maintenance = [];

        public History(Random random, bool isTruthful)
        {
            var interval = random.Next(5, 40);
            var (failures, successes) = (random.Next(1, 4), random.Next(1, 4));
            _rules = new(failures, successes, interval, interval + random.Next(interval) + 3);
            for (var i = random.Next(4); i > 0; i--)
            {
                _pauses.Add(Range(random, 400));
                _maintenance.Add(Range(random, 300));
            }

            Truth = new bool[Length];
            var isUp = random.Next(2) == 0;
            for (var at = 0; at < Length;)
            {
                // Bounds hold for outages that a row of probes can see; shorter ones are what thresholds are there to pass over.
                var shortest = isTruthful ? (int)(_rules.Validity + interval) * (Math.Max(failures, successes) + 1) : 1;
                var end = Math.Min(Length, at + shortest + random.Next(300));
                Array.Fill(Truth, isUp, at, end - at);
                (at, isUp) = (end, !isUp);
            }

            for (var due = random.Next(interval); due < Length; due += interval)
            {
                var start = due + (random.Next(5) == 0 ? random.Next(interval / 2) : 0);
                var isMissing = random.Next(12) == 0 || _pauses.Any(pause => pause.Start <= start && start < pause.End);
                if (start < Length && !isMissing)
                {
                    _evidence.Add((start, Truth[start]));
                }
            }
        }

        public bool[] Truth { get; }

        public TargetTimeline Run()
        {
            var machine = default(StateMachine);
            var changes = new List<StateChange>();
            foreach (var (at, isGood) in _evidence)
            {
                machine.Observe(at, isGood, "", _rules, changes);
            }

            machine.Expire(Length, _rules, changes);
            return new(changes, _pauses, _maintenance, machine.ObservedUntil);
        }

        /// <summary>The state of each millisecond, by the words of the rules.</summary>
        public (TargetState State, bool IsInDoubt)[] Oracle()
        {
            var states = new TargetState[Length];
            var doubts = new bool[Length];

            // Parts of the evidence without a gap stand alone: what is proven in one ends an interval after its last evidence.
            for (var first = 0; first < _evidence.Count;)
            {
                var last = first;
                while (last + 1 < _evidence.Count && _evidence[last + 1].At - _evidence[last].At <= _rules.Validity)
                {
                    last++;
                }

                Fill(states, doubts, _evidence[first..(last + 1)]);
                first = last + 1;
            }

            return
            [
                .. Enumerable.Range(0, Length).Select(at =>
                    _maintenance.Any(range => range.Start <= at && at < range.End) ? (TargetState.Maintenance, false)
                    : _pauses.Any(range => range.Start <= at && at < range.End) || states[at] == TargetState.Unknown
                        ? (TargetState.Unknown, false)
                    : (states[at], doubts[at])),
            ];
        }

        private void Fill(TargetState[] states, bool[] doubts, List<(long At, bool IsGood)> evidence)
        {
            var isOpen = evidence[^1].At + _rules.Validity >= Length;
            var end = isOpen ? Length : Math.Min(Length, evidence[^1].At + _rules.Interval);
            for (var at = evidence[0].At; at < end; at++)
            {
                // The state is that of the latest row that has come far enough, counted from its first probe.
                var proven = Enumerable.Range(0, evidence.Count).LastOrDefault(i => evidence[i].At <= at && Proves(evidence, i), -1);
                if (proven < 0)
                {
                    continue;
                }

                var isUp = evidence[proven].IsGood;
                states[at] = isUp ? TargetState.Up : TargetState.Down;

                // In doubt: after the last evidence of this state that precedes the next state, or the end.
                var next = Enumerable.Range(0, evidence.Count)
                    .FirstOrDefault(i => evidence[i].At > at && evidence[i].IsGood != isUp && Proves(evidence, i), evidence.Count);
                doubts[at] = !evidence.Take(next).Any(other => other.At > at && other.IsGood == isUp);
            }
        }

        /// <summary>Whether a row of enough probes that agree begins with this one, or it belongs to such a row.</summary>
        private bool Proves(List<(long At, bool IsGood)> evidence, int index)
        {
            var isGood = evidence[index].IsGood;
            var first = index;
            while (first > 0 && evidence[first - 1].IsGood == isGood)
            {
                first--;
            }

            return evidence.Skip(first).TakeWhile(other => other.IsGood == isGood).Count() >= (isGood ? _rules.Successes : _rules.Failures);
        }

        private static TimeRange Range(Random random, int longest)
        {
            var start = random.Next(Length);
            return new(start, Math.Min(Length, start + random.Next(longest)));
        }
    }
}

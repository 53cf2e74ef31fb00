using System.Diagnostics;
using Load.Machine;

namespace Load.Measuring.Mixing;

/// <summary>Users that each send whatever step is due next.</summary>
/// <param name="plan">Which that is.</param>
/// <param name="sources">Of the clients of each step.</param>
internal sealed class MixClients(MixPlan plan, IReadOnlyList<IClientSource> sources) : IClientSource
{
    /// <summary>Null where steps go over several transports.</summary>
    public WireCounter? Wire => sources.Select(source => source.Wire).Distinct().ToArray() is [var only] ? only : null;

    public IClient NewClient(int number) => new MixClient(plan, sources, number);

    private sealed class MixClient(MixPlan plan, IReadOnlyList<IClientSource> sources, int number) : IClient
    {
        private readonly IClient?[] _clients = new IClient?[sources.Count];
        private readonly List<StepTaken> _taken = [];
        private readonly HashSet<int> _failed = [];
        private IReadOnlyList<int> _chain = [];
        private long _ordinal;

        public void Prepare(long ordinal)
        {
            (_ordinal, _chain) = (ordinal, plan.ChainAt(ordinal));
            _taken.Clear();
            _failed.Clear();
            ClientOf(_chain[0]).Prepare(ordinal);
        }

        public async Task SendAsync(CancellationToken deadline)
        {
            for (var i = 0; i < _chain.Count; i++)
            {
                var step = _chain[i];
                if (i > 0)
                {
                    if (plan.Steps[step].After is { } before && _failed.Contains(before))
                    {
                        _failed.Add(step);
                        continue;
                    }

                    ClientOf(step).Prepare(_ordinal);
                }

                await SendAsync(step, isFollowing: i > 0, deadline);
            }
        }

        /// <summary>The outcome of the first step that failed; the steps stand for themselves.</summary>
        public RequestAssessment Check()
        {
            var assessment = RequestAssessment.Ok;
            foreach (var taken in _taken)
            {
                if (taken.Outcome != Outcome.Ok)
                {
                    assessment = new RequestAssessment(taken.Outcome, taken.Fault);
                    break;
                }
            }

            return assessment with { Steps = _taken };
        }

        public void Dispose()
        {
            foreach (var client in _clients)
            {
                client?.Dispose();
            }
        }

        private async Task SendAsync(int step, bool isFollowing, CancellationToken deadline)
        {
            var client = ClientOf(step);
            RequestAssessment? thrown = null;
            var started = Stopwatch.GetTimestamp();
            try
            {
                await client.SendAsync(deadline);
            }
            catch (Exception exception)
            {
                thrown = new RequestAssessment(Outcome.Failed, $"{exception.GetType().Name}: {exception.Message}");
            }

            var span = TimedSpan.Since(started);
            var assessment = thrown ?? client.Check();
            if (assessment.Outcome != Outcome.Ok)
            {
                _failed.Add(step);
            }

            _taken.Add(new StepTaken(
                new Sample(span.Start, span.Length, assessment.Outcome) { Step = (short)(step + 1), IsFollowing = isFollowing },
                assessment.Fault is { } fault ? $"{plan.Steps[step].Name}: {fault}" : null));
        }

        private IClient ClientOf(int step) => _clients[step] ??= sources[step].NewClient(number);
    }
}

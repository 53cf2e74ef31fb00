using System.Net.Http.Headers;
using Hosting.Metrics;
using Hosting.Outgoing;
using Prober.Engine.Agreeing;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.Alerts;
using Prober.Features.History.Storage;
using Trust;

namespace Prober.Features.Quorums;

/// <summary>
/// Exchanges what each prober sees: each posts to each, and the answer is what the other sees, so that one direction of a network is
/// enough.
/// </summary>
internal sealed partial class QuorumService(
    QuorumBoard board, ProbeEngine engine, AlertBook alerts, TimeProvider time, ILogger<QuorumService> logger) : BackgroundService
{
    public const string Path = "/api/v1/quorum";
    public const int MaxBytes = 64 << 20;
    private const int MaxCause = 200;
    private static readonly TimeSpan MaxWait = TimeSpan.FromSeconds(3);

    private readonly Dictionary<string, Task> _asking = [];
    private HttpClient? _client;
    private Authorities? _roots;
    private int _answering = -1;

    /// <summary>What this prober alone sees now, for another.</summary>
    public QuorumMessage MessageFor(string prober)
    {
        // Read before what was told: a message that says "I do not tell" has to hold all that its sender told until then.
        var (tells, teller, enough) = (board.Tells, board.Teller, board.Enough);
        var (now, (edition, states), (echo, held)) = (engine.Now, alerts.All(), board.EchoFor(prober));
        return new(
            board.Name,
            board.Clock,
            echo,
            held,
            tells,
            [.. engine.Targets.Where(target => target.Definition.IsAgreed).Select(target => Say(target, now))],
            edition,
            [.. states.Select(one => new QuorumAlert(one.Key.Kind, one.Key.Name, one.State))],
            enough,
            teller);
    }

    public void Hear(QuorumMessage message) => board.Hear(message, engine.Now);

    public override void Dispose()
    {
        _client?.Dispose();
        base.Dispose();
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (!stoppingToken.IsCancellationRequested)
        {
            await Task.Delay(board.Period, time, stoppingToken);
            if (board.Definition is not { } quorum)
            {
                continue;
            }

            foreach (var prober in quorum.Probers.Where(prober => prober.Name != board.Name))
            {
                if (_asking.GetValueOrDefault(prober.Name, Task.CompletedTask).IsCompleted)
                {
                    _asking[prober.Name] = AskAsync(quorum, prober, stoppingToken);
                }
            }

            if (board.Others.MaxBy(other => other.Edition) is { } newest && newest.Edition > alerts.Edition)
            {
                alerts.TakeOver(newest.Edition, newest.Alerts.Select(alert => (new TargetKey(alert.Kind, alert.Name), alert.State)));
            }

            await engine.AgreeAsync(target => Agreement.Of(quorum.Needed, board.OpinionsOn(target, engine.Now))).WaitAsync(stoppingToken);
            Report(quorum);
        }
    }

    private static QuorumOpinion Say(WatchedTarget target, long now)
    {
        var (state, since, observed, cause) = target.OpinionAt(now);
        return new(
            target.Definition.Kind,
            target.Definition.Name,
            LabelValues.Of(state),
            now - since,
            now - observed,
            state != TargetState.Down ? null : cause.Length > MaxCause ? cause[..MaxCause] : cause);
    }

    private async Task AskAsync(QuorumDefinition quorum, QuorumProber prober, CancellationToken stoppingToken)
    {
        using var over = CancellationTokenSource.CreateLinkedTokenSource(stoppingToken);
        over.CancelAfter(MaxWait);
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(prober.Url, Path))
            {
                Content = JsonContent.Create(MessageFor(prober.Name)),
            };
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", quorum.Token);
            using var response = await ClientFor(quorum.Roots).SendAsync(request, over.Token);
            if (!response.IsSuccessStatusCode)
            {
                Log.Refused(logger, prober.Name, (int)response.StatusCode);
                return;
            }

            var answer = await response.Content.ReadAsByteArrayAsync(over.Token);
            if (QuorumMessage.Parse(answer) is { } message && message.Prober == prober.Name)
            {
                Hear(message);
            }
            else
            {
                Log.Stranger(logger, prober.Name);
            }
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException)
        {
            // It is silent; how many are is logged once it changes.
        }
    }

    private HttpClient ClientFor(Authorities roots)
    {
        if (_client is null || !Equals(_roots, roots))
        {
            var handler = OutgoingHttp.NewHandler(MaxWait);
            ServerVerifier.By(roots, time).Apply(handler.SslOptions);
            (_client, _roots) = (OutgoingHttp.NewClient(handler, Timeout.InfiniteTimeSpan, MaxBytes), roots);
        }

        return _client;
    }

    private void Report(QuorumDefinition quorum)
    {
        if (board.Answering is var answering && answering != _answering)
        {
            _answering = answering;
            var silent = quorum.Probers.Where(prober => !board.Answers(prober.Name)).Select(prober => prober.Name);
            Log.Answering(logger, answering, quorum.Probers.Count, quorum.Needed, string.Join(", ", silent.DefaultIfEmpty("none")));
        }
    }

    private static partial class Log
    {
        [LoggerMessage(80, LogLevel.Warning, "{Answering} of {All} probers of the quorum answer ({Needed} are needed); silent: {Silent}.")]
        public static partial void Answering(ILogger logger, int answering, int all, int needed, string silent);

        [LoggerMessage(81, LogLevel.Warning, "The prober {Name} answered {Status}: has it the same token, and this prober in its list?")]
        public static partial void Refused(ILogger logger, string name, int status);

        [LoggerMessage(82, LogLevel.Warning, "At the address of the prober {Name} another one answers; see quorum.probers.")]
        public static partial void Stranger(ILogger logger, string name);
    }
}

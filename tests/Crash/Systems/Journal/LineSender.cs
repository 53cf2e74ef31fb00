using System.Net.Sockets;
using Crash.Faults;
using Load.Systems.Journal.Senders;

namespace Crash.Systems.Journal;

/// <summary>Sends lines over HTTP or RELP, each when the one before was acknowledged.</summary>
internal sealed class LineSender : ICrashWorker
{
    private static readonly TimeSpan AnswerLimit = TimeSpan.FromMinutes(1);

    private readonly Ledger<SentLine> _ledger;
    private readonly Counters _counters;
    private readonly HttpClient _http = new();
    private readonly Func<string, CancellationToken, Task<ResponseKind>> _send;
    private readonly RelpSender _relp;
    private readonly ulong _seed;
    private int _number;

    public LineSender(string way, Uri http, int relp, ulong seed, Ledger<SentLine> ledger, Counters counters)
    {
        (Way, _seed, _ledger, _counters, _relp) = (way, seed, ledger, counters, new(relp));
        var address = new Uri(http, "/v1/lines");
        _send = way == JournalReadBack.Http ? (line, token) => PostAsync(address, line, token) : SendAsync;
    }

    public string Way { get; }

    public async Task<ResponseKind> AskAsync()
    {
        var line = _ledger.Add(new($"<13>Nov 22 10:00:00 lab sender[{_seed}]: line {_number++}"));
        using var limit = new CancellationTokenSource(AnswerLimit);
        ResponseKind kind;
        try
        {
            kind = await _send(line.Id, limit.Token);
        }
        catch (Exception exception) when (exception is HttpRequestException or IOException or SocketException or OperationCanceledException)
        {
            return ResponseKind.Unanswered;
        }

        if (kind == ResponseKind.New)
        {
            line.Acknowledge();
            _counters.CountAcknowledged(Way);
        }

        return kind;
    }

    public void Dispose()
    {
        _http.Dispose();
        _relp.Dispose();
    }

    private async Task<ResponseKind> PostAsync(Uri address, string line, CancellationToken cancellationToken)
    {
        using var response = await _http.PostAsync(address, new StringContent(line), cancellationToken);
        return response.IsSuccessStatusCode ? ResponseKind.New : ResponseKind.Refused;
    }

    private async Task<ResponseKind> SendAsync(string line, CancellationToken cancellationToken) =>
        await _relp.SendAsync(line, cancellationToken) == RelpSender.Taken ? ResponseKind.New : ResponseKind.Refused;
}

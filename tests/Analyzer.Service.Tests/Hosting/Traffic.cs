using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using Analyzer.Core;
using Storage.Compliance;

namespace Analyzer.Service.Tests.Hosting;

/// <summary>
/// Submitters and askers over REST, each with one request at a time, from when it is made until it is stopped; every answer is kept.
/// </summary>
internal sealed class Traffic : IAsyncDisposable
{
    private const int Submitters = 16;
    private const int Askers = 4;

    private readonly HttpClient _client;
    private readonly CancellationTokenSource _stop = new();
    private readonly ConcurrentQueue<TrafficAnswer> _answers = [];
    private readonly ConcurrentQueue<FileId> _acknowledged = [];
    private readonly Task _work;
    private int _files;

    public Traffic(AnalyzerHost host)
    {
        _client = new HttpClient { BaseAddress = host.Http1 };
        _work = Task.WhenAll(
        [
            .. Enumerable.Range(0, Submitters).Select(_ => RepeatAsync(SubmitAsync)),
            .. Enumerable.Range(0, Askers).Select(_ => RepeatAsync(AskAsync)),
        ]);
    }

    /// <summary>In the order in which they came.</summary>
    public IReadOnlyList<TrafficAnswer> Answers => [.. _answers];

    /// <summary>Files that the service said it has.</summary>
    public IReadOnlyList<FileId> Acknowledged => [.. _acknowledged];

    /// <summary>Until so many further submissions were answered like that.</summary>
    public async Task UntilAsync(int count, HttpStatusCode status)
    {
        for (var seen = Count(); Count() < seen + count;)
        {
            await Task.Delay(5, _stop.Token);
        }

        int Count() => _answers.Count(answer => answer.Status == status && answer.IsSubmission);
    }

    public async Task StopAsync()
    {
        await _stop.CancelAsync();
        await _work;
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        _client.Dispose();
        _stop.Dispose();
    }

    private async Task RepeatAsync(Func<Task<(HttpResponseMessage Response, bool IsSubmission)>> ask)
    {
        while (!_stop.IsCancellationRequested)
        {
            var start = Stopwatch.GetTimestamp();
            var (response, isSubmission) = await ask();
            using (response)
            {
                await response.Content.ReadAsByteArrayAsync(CancellationToken.None);
                _answers.Enqueue(
                    new(start, Stopwatch.GetTimestamp(), response.StatusCode, response.Headers.RetryAfter is not null, isSubmission));
            }

            if (response.StatusCode == HttpStatusCode.ServiceUnavailable)
            {
                // A client with manners: one that asked again at once would only keep the processor busy.
                await Task.Delay(20, CancellationToken.None);
            }
        }
    }

    private async Task<(HttpResponseMessage Response, bool IsSubmission)> SubmitAsync()
    {
        var file = System.Text.Encoding.ASCII.GetBytes($"%PDF-1.4\n% {Interlocked.Increment(ref _files)}\n%%EOF\n");
        var response = await _client.PostAsync("/v1/files", new ByteArrayContent(file), CancellationToken.None);
        if (response.IsSuccessStatusCode)
        {
            _acknowledged.Enqueue(new FileId(System.Security.Cryptography.SHA256.HashData(file)));
        }

        return (response, true);
    }

    /// <summary>For a file that nobody submitted: no cache knows it, the store has to be asked.</summary>
    private async Task<(HttpResponseMessage Response, bool IsSubmission)> AskAsync() =>
        (await _client.GetAsync($"/v1/files/{Reports.Id(Interlocked.Increment(ref _files))}", CancellationToken.None), false);
}

using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;
using Analyzer.Contract;
using Analyzer.Core;
using Hosting.Outgoing;
using Hosting.Uploads;

namespace Analyzer.Service.Features.Scanning;

/// <summary>Sends files to a running service. While that is away or busy, files wait: none is passed over.</summary>
internal sealed class ServiceJudge : IFileJudge
{
    private static readonly TimeSpan FirstWait = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(30);

    private readonly HttpClient _client;
    private readonly TextWriter _messages;
    private readonly TimeProvider _time;

    /// <param name="key">The service's own; null when it wants none.</param>
    /// <param name="password">Opens what is encrypted; null for none.</param>
    /// <param name="messages">Is told why a file waits.</param>
    public ServiceJudge(Uri server, string? key, string? password, TextWriter messages, TimeProvider time)
    {
        // The service has its own limits on time; a silent one is left after this.
        _client = OutgoingHttp.NewClient(OutgoingHttp.NewHandler(ConnectTimeout), TimeSpan.FromMinutes(35));
        _client.BaseAddress = server;
        if (!string.IsNullOrEmpty(key))
        {
            _client.DefaultRequestHeaders.Authorization = new("Bearer", key);
        }

        if (password is not null)
        {
            _client.DefaultRequestHeaders.Add(WireNames.PasswordHeader, SentPassword.Spell(password));
        }

        (_messages, _time) = (messages, time);
    }

    public async Task<JudgedFile> JudgeAsync(Stream file, CancellationToken cancellationToken)
    {
        for (var wait = FirstWait; ; wait = wait * 2 > LongestWait ? LongestWait : wait * 2)
        {
            file.Position = 0;
            var (judged, retryAfter, problem) = await TryAsync(file, cancellationToken);
            if (judged is not null)
            {
                return judged;
            }

            await _messages.WriteLineAsync($"watch: {problem} It is tried again.");
            await Task.Delay(retryAfter is { } told && told > wait ? told : wait, _time, cancellationToken);
        }
    }

    public void Dispose() => _client.Dispose();

    /// <returns>What came of it; null, with the problem, when another attempt can help.</returns>
    private async Task<(JudgedFile? Judged, TimeSpan? RetryAfter, string? Problem)> TryAsync(Stream file,
        CancellationToken cancellationToken)
    {
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, Routes.Files) { Content = new LentContent(file) };
            request.Headers.ExpectContinue = true; // a refusal comes before the bytes
            using var response = await _client.SendAsync(request, HttpCompletionOption.ResponseContentRead, cancellationToken);
            var body = await response.Content.ReadAsByteArrayAsync(cancellationToken);
            if (response.IsSuccessStatusCode)
            {
                return (new(body, ReportJson.Deserialize(body), null), null, null);
            }

            var problem = $"{_client.BaseAddress} answered {(int)response.StatusCode}: {DetailIn(body) ?? response.ReasonPhrase}";
            return response.StatusCode is HttpStatusCode.TooManyRequests or HttpStatusCode.ServiceUnavailable or HttpStatusCode.BadGateway
                or HttpStatusCode.GatewayTimeout or HttpStatusCode.RequestTimeout
                ? (null, response.Headers.RetryAfter?.Delta, problem)
                : (JudgedFile.Failed(problem), null, null);
        }
        catch (HttpRequestException exception)
        {
            return (null, null, $"{_client.BaseAddress} cannot be reached: {exception.Message.TrimEnd('.')}.");
        }
        catch (JsonException)
        {
            return (JudgedFile.Failed($"{_client.BaseAddress} answered with something else than a report."), null, null);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return (null, null, $"{_client.BaseAddress} did not answer in time.");
        }
    }

    private static string? DetailIn(byte[] problem)
    {
        try
        {
            return JsonDocument.Parse(problem).RootElement.TryGetProperty("detail", out var detail) ? detail.GetString() : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>A file that is sent and not closed: another attempt sends it again.</summary>
    private sealed class LentContent : HttpContent
    {
        private readonly Stream _file;

        public LentContent(Stream file)
        {
            _file = file;
            Headers.ContentType = new MediaTypeHeaderValue("application/octet-stream");
        }

        protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
            SerializeToStreamAsync(stream, context, CancellationToken.None);

        protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken) =>
            _file.CopyToAsync(stream, cancellationToken);

        protected override bool TryComputeLength(out long length)
        {
            length = _file.Length;
            return true;
        }
    }
}

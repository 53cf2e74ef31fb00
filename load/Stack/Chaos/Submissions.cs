using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;

namespace Load.Stack.Chaos;

/// <summary>Sends files through the gateway at an even pace, each with a trace id of its own, and keeps which were acknowledged.</summary>
/// <param name="gateway">Its address.</param>
internal sealed class Submissions(Uri gateway) : IDisposable
{
    /// <summary>Files a second, unless somebody asks for others.</summary>
    public const int PerSecond = 10;

    private static readonly TimeSpan Again = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromSeconds(30);

    private readonly HttpClient _http = new(new SocketsHttpHandler { PooledConnectionIdleTimeout = TimeSpan.FromSeconds(5) })
    {
        BaseAddress = gateway,
        Timeout = AnswerTimeout,
    };

    private readonly string _run = ActivityTraceId.CreateRandom().ToHexString()[..8];
    private readonly ConcurrentQueue<AcknowledgedFile> _acknowledged = [];
    private readonly List<Task> _sending = [];

    private int _number;
    private int _refused;

    /// <summary>Every so many files one is malicious.</summary>
    public int MaliciousEvery { get; init; } = 4;

    /// <summary>Files a second.</summary>
    public int Rate { get; init; } = PerSecond;

    public IReadOnlyCollection<AcknowledgedFile> Acknowledged => _acknowledged;

    /// <summary>Files without an acknowledgement: a client would send them again.</summary>
    public int Refused => Volatile.Read(ref _refused);

    /// <summary>Begins a file at each tick, whether those before are answered or not.</summary>
    /// <param name="stop">Ends the sending; what is under way is waited for.</param>
    public async Task RunAsync(CancellationToken stop)
    {
        using var timer = new PeriodicTimer(TimeSpan.FromSeconds(1) / Rate);
        while (await WaitAsync(timer, stop))
        {
            _sending.RemoveAll(task => task.IsCompleted);
            _sending.Add(SendAsync());
        }

        await Task.WhenAll(_sending);
    }

    /// <summary>Waits for a file that begins now, and is acknowledged.</summary>
    public async Task AcknowledgeOneAsync(CancellationToken cancellationToken)
    {
        while (!await SendAsync())
        {
            await Task.Delay(Again, cancellationToken);
        }
    }

    /// <summary>Those until now were for trial.</summary>
    public void Forget()
    {
        _acknowledged.Clear();
        Volatile.Write(ref _refused, 0);
    }

    public void Dispose() => _http.Dispose();

    private static async Task<bool> WaitAsync(PeriodicTimer timer, CancellationToken stop)
    {
        try
        {
            return await timer.WaitForNextTickAsync(stop);
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }

    private async Task<bool> SendAsync()
    {
        var number = Interlocked.Increment(ref _number);
        var isMalicious = number % MaliciousEvery == 0;
        var file = ChaosFile.Make(string.Create(CultureInfo.InvariantCulture, $"{_run}-{number}"), isMalicious);
        var trace = ActivityTraceId.CreateRandom().ToHexString();
        using var request = new HttpRequestMessage(HttpMethod.Post, "/v1/files") { Content = new ByteArrayContent(file) };
        request.Headers.Add("traceparent", $"00-{trace}-{ActivitySpanId.CreateRandom().ToHexString()}-01");
        try
        {
            using var answer = await _http.SendAsync(request);
            if (answer.IsSuccessStatusCode)
            {
                _acknowledged.Enqueue(new(Convert.ToHexStringLower(SHA256.HashData(file)), trace, isMalicious)
                {
                    AnsweredAt = Stopwatch.GetTimestamp(),
                });
                return true;
            }
        }
        catch (Exception exception) when (exception is HttpRequestException or TaskCanceledException)
        {
            // Not acknowledged: nobody promised anything.
        }

        Interlocked.Increment(ref _refused);
        return false;
    }
}

/// <param name="Sha256">In lower-case hexadecimal digits.</param>
/// <param name="Trace">The trace id with which it was sent.</param>
/// <param name="IsMalicious">Whether Sigma has to tell of it.</param>
internal sealed record AcknowledgedFile(string Sha256, string Trace, bool IsMalicious)
{
    /// <summary>Stopwatch ticks.</summary>
    public long AnsweredAt { get; init; }
}

namespace Tests.Common;

/// <summary>
/// A real Kafka broker for all tests of an assembly or class (make it a fixture). KAFKA_URL names one that runs already; each test uses
/// topics and groups of its own there. Without the variable the fixture starts one for the first test that asks, and stops it at the end.
/// </summary>
public sealed class KafkaFixture : IAsyncDisposable
{
    private static readonly TimeSpan StartLimit = TimeSpan.FromMinutes(5);

    private readonly Lock _lock = new();
    private readonly TempDirectory _home = new("kafka");
    private Task<string>? _address;
    private ServicesScript? _script;

    /// <summary>Starts a broker of its own, which a test may stop, even where one runs already.</summary>
    public bool IsOwn { get; init; }

    /// <returns>The broker's host and port.</returns>
    public Task<string> SkipUnlessPresentAsync()
    {
        // A failed start is kept too: the other tests would only repeat it.
        lock (_lock)
        {
            return _address ??= FindAsync();
        }
    }

    /// <summary>Ends the broker without a word, or stops it where it is; <c>start</c> and <c>resume</c> bring it back.</summary>
    /// <param name="action">kill, start, pause or resume.</param>
    public Task StrikeAsync(string action) => _script!.RunAsync(action, "kafka");

    /// <summary>Adds to the properties of a broker of the fixture's own, and starts it again on the data that it has.</summary>
    public async Task ConfigureAsync(params string[] properties)
    {
        await SkipUnlessPresentAsync();
        await File.AppendAllLinesAsync(_home.Combine("home", "kafka-run", "server.properties"), properties, CancellationToken.None);
        await StrikeAsync("kill");
        await StrikeAsync("start");
    }

    public async ValueTask DisposeAsync()
    {
        if (_script is not null)
        {
            await _script.RunAsync("down", "kafka");
        }

        _home.Dispose();
    }

    private async Task<string> FindAsync()
    {
        if (!IsOwn && Environment.GetEnvironmentVariable("KAFKA_URL") is { Length: > 0 } address)
        {
            return address;
        }

        _script = ServicesScript.SkipUnlessPresent(_home);
        _script.Reuse("kafka", "KAFKA_HOME");
        var port = LoopbackPort.FindFree([0, 1]); // the controller's is the next one
        return await _script.RunAsync("up", "kafka", "--port", $"{port}").Within(StartLimit);
    }
}

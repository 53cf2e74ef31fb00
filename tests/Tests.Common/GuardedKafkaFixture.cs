namespace Tests.Common;

/// <summary>
/// A real Kafka broker with access rules, for all tests of an assembly. At one of its addresses everything is allowed; the other asks for a
/// login, and the guest who has it may see topics that begin with <c>seen-</c>, use groups and transactional ids that begin with
/// <c>free-</c>, and else do what a test grants him.
/// </summary>
public sealed class GuardedKafkaFixture : IAsyncDisposable
{
    /// <summary>The guest, as access rules call him.</summary>
    public const string Guest = "User:guest";

    private const string Rules = "org.apache.kafka.tools.AclCommand";

    private readonly Lock _lock = new();
    private readonly KafkaFixture _broker = new() { IsOwn = true };
    private Task<(string Open, string Guarded)>? _addresses;

    /// <summary>The settings for a client of the guarded address, by librdkafka's names.</summary>
    public static IReadOnlyDictionary<string, string> Login { get; } = new Dictionary<string, string>
    {
        ["security.protocol"] = "sasl_plaintext",
        ["sasl.mechanism"] = "PLAIN",
        ["sasl.username"] = "guest",
        ["sasl.password"] = "guest-secret",
    };

    /// <returns>Host and port of both addresses.</returns>
    public Task<(string Open, string Guarded)> SkipUnlessPresentAsync()
    {
        lock (_lock)
        {
            return _addresses ??= StartAsync();
        }
    }

    /// <param name="right">Such as Read.</param>
    /// <param name="on">Pairs of a kind and a name, such as <c>--topic</c> and the topic's.</param>
    public async Task GrantAsync(string right, params string[] on) =>
        await GrantAsync((await SkipUnlessPresentAsync()).Open, right, on);

    /// <inheritdoc cref="GrantAsync(string, string[])"/>
    public async Task WithdrawAsync(string right, params string[] on) =>
        await ChangeAsync((await SkipUnlessPresentAsync()).Open, "--remove", right, [.. on, "--force"]);

    public ValueTask DisposeAsync() => _broker.DisposeAsync();

    private async Task<(string Open, string Guarded)> StartAsync()
    {
        var open = await _broker.SkipUnlessPresentAsync();
        var guarded = $"127.0.0.1:{LoopbackPort.FindFree()}";
        var controller = $"127.0.0.1:{int.Parse(open.Split(':')[1], System.Globalization.CultureInfo.InvariantCulture) + 1}";
        await _broker.ConfigureAsync(
            $"listeners=PLAINTEXT://{open},CONTROLLER://{controller},GUARDED://{guarded}",
            $"advertised.listeners=PLAINTEXT://{open},GUARDED://{guarded}",
            "listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,GUARDED:SASL_PLAINTEXT",
            "listener.name.guarded.sasl.enabled.mechanisms=PLAIN",
            "listener.name.guarded.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required "
            + $"user_{Login["sasl.username"]}=\"{Login["sasl.password"]}\";",
            "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
            "super.users=User:ANONYMOUS");
        string[] prefixed = ["--resource-pattern-type", "prefixed"];
        await GrantAsync(open, "Describe", ["--topic", "seen-", .. prefixed]);
        await GrantAsync(open, "Read", ["--group", "free-", .. prefixed]);
        await GrantAsync(open, "Write", ["--transactional-id", "free-", .. prefixed]);
        return (open, guarded);
    }

    private Task GrantAsync(string open, string right, string[] on) => ChangeAsync(open, "--add", right, on);

    private Task ChangeAsync(string open, string change, string right, string[] on) => _broker.RunToolAsync(
        Rules, ["--bootstrap-server", open, change, "--allow-principal", Guest, "--operation", right, .. on]);
}

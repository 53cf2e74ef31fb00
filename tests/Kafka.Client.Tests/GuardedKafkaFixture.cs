using Confluent.Kafka;
using Confluent.Kafka.Admin;
using Kafka.Client.Native;

namespace Kafka.Client.Tests;

/// <summary>
/// A real Kafka broker with access rules, for all tests of an assembly. At one of its addresses everything is allowed; the other asks for a
/// login, and the guest who has it may see topics that begin with <c>seen-</c>, use groups and transactional ids that begin with
/// <c>free-</c>, and else do what a test grants him.
/// </summary>
public sealed class GuardedKafkaFixture : IAsyncDisposable
{
    /// <summary>The guest, as access rules call him.</summary>
    public const string Guest = "User:guest";

    /// <summary>librdkafka's number, which the client's enumeration lacks.</summary>
    public const ResourceType TransactionalId = (ResourceType)5;

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
    /// <param name="kind">What it is a right to.</param>
    /// <param name="name">The name of that.</param>
    public async Task GrantAsync(string right, ResourceType kind, string name) =>
        await GrantAsync((await SkipUnlessPresentAsync()).Open, Rule(right, kind, name, ResourcePatternType.Literal));

    /// <inheritdoc cref="GrantAsync(string, ResourceType, string)"/>
    public async Task WithdrawAsync(string right, ResourceType kind, string name)
    {
        var filter = Rule(right, kind, name, ResourcePatternType.Literal).ToFilter();
        using var admin = Admin((await SkipUnlessPresentAsync()).Open);
        await admin.DeleteAclsAsync([filter]);
        await Deadline.UntilAsync(async () => (await admin.DescribeAclsAsync(filter)).AclBindings.Count == 0);
    }

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
        LibrdkafkaLoader.ThrowIfMissing(); // before the first client: it finds the library
        await GrantAsync(
            open,
            Rule("Describe", ResourceType.Topic, "seen-", ResourcePatternType.Prefixed),
            Rule("Read", ResourceType.Group, "free-", ResourcePatternType.Prefixed),
            Rule("Write", TransactionalId, "free-", ResourcePatternType.Prefixed));
        return (open, guarded);
    }

    /// <summary>Returns once the broker, which hears of it from its controller, goes by it.</summary>
    private static async Task GrantAsync(string open, params AclBinding[] rules)
    {
        using var admin = Admin(open);
        await admin.CreateAclsAsync(rules);
        foreach (var rule in rules)
        {
            await Deadline.UntilAsync(async () => (await admin.DescribeAclsAsync(rule.ToFilter())).AclBindings.Count > 0);
        }
    }

    private static IAdminClient Admin(string address) =>
        new AdminClientBuilder(new AdminClientConfig { BootstrapServers = address }).Build();

    private static AclBinding Rule(string right, ResourceType kind, string name, ResourcePatternType pattern) => new()
    {
        Pattern = new() { Type = kind, Name = name, ResourcePatternType = pattern },
        Entry = new()
        {
            Principal = Guest,
            Host = "*",
            Operation = Enum.Parse<AclOperation>(right),
            PermissionType = AclPermissionType.Allow,
        },
    };
}

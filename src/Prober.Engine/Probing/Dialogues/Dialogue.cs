using System.Text;

namespace Prober.Engine.Probing.Dialogues;

/// <summary>Bytes to send to a server, and the expected beginning of its answer; null stands for any byte.</summary>
/// <param name="Otherwise">The meaning of another answer, for a person.</param>
public sealed record DialogueStep(byte[] Send, byte?[] Expect, string Otherwise);

/// <summary>The servers that can be probed without a client library, with a few bytes each.</summary>
public static class Dialogue
{
    private const int KafkaCorrelation = 0x50524F42;

    /// <summary>The names of drivers, as in EaseProbe.</summary>
    public static IReadOnlyList<string> Drivers { get; } = ["redis", "memcache", "zookeeper", "kafka"];

    /// <param name="driver">One of <see cref="Drivers"/>.</param>
    /// <param name="username">For redis; empty for none.</param>
    /// <param name="password">For redis; empty for none.</param>
    /// <param name="data">For redis and zookeeper: keys, or paths, and the values that they must have.</param>
    public static IReadOnlyList<DialogueStep> Of(
        string driver, string username = "", string password = "", IReadOnlyList<KeyValuePair<string, string>>? data = null) =>
        driver switch
        {
            "redis" when password.Length > 0 =>
                [
                    Say(RedisAuthentication(username, password), "+OK\r\n", "the password is wrong"), Redis,
                    .. (data ?? []).Select(RedisValue),
                ],
            "redis" => [Redis, .. (data ?? []).Select(RedisValue)],
            "memcache" => [Say("version\r\n", "VERSION ", "it is not memcached")],

            "zookeeper" when data?.Count > 0 => ZooKeeper.Steps(data),

            // The only four-letter word that ZooKeeper allows by default.
            "zookeeper" => [Say("srvr", "Zookeeper version", "it does not serve")],
            "kafka" => [Kafka],
            _ => throw new ArgumentOutOfRangeException(nameof(driver), driver, "There is no such driver."),
        };

    private static DialogueStep Redis { get; } = Say("PING\r\n", "+PONG\r\n", "it does not serve");

    /// <summary>ApiVersions, version 0, which every broker answers: length, key, version, correlation, no client id.</summary>
    private static DialogueStep Kafka { get; } = new(
        [0, 0, 0, 10, 0, 18, 0, 0, .. Correlation, 0xFF, 0xFF],
        [null, null, null, null, .. Correlation.Select(octet => (byte?)octet), 0, 0],
        "it is not a Kafka broker");

    private static byte[] Correlation =>
        [KafkaCorrelation >> 24, (KafkaCorrelation >> 16) & 0xFF, (KafkaCorrelation >> 8) & 0xFF, KafkaCorrelation & 0xFF];

    private static string RedisAuthentication(string username, string password)
    {
        string[] words = username.Length > 0 ? ["AUTH", username, password] : ["AUTH", password];
        return $"*{words.Length}\r\n{string.Concat(words.Select(word => $"${Encoding.UTF8.GetByteCount(word)}\r\n{word}\r\n"))}";
    }

    /// <summary>The value is not shown, because it may be secret.</summary>
    private static DialogueStep RedisValue(KeyValuePair<string, string> pair) => Say(
        $"*2\r\n$3\r\nGET\r\n${Encoding.UTF8.GetByteCount(pair.Key)}\r\n{pair.Key}\r\n",
        $"${Encoding.UTF8.GetByteCount(pair.Value)}\r\n{pair.Value}\r\n",
        $"{pair.Key} has not the wanted value");

    private static DialogueStep Say(string text, string expect, string otherwise) =>
        new(Encoding.UTF8.GetBytes(text), [.. Encoding.UTF8.GetBytes(expect).Select(octet => (byte?)octet)], otherwise);
}

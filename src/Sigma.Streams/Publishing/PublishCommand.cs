using Confluent.Kafka;
using Hosting.Lifetime;
using Kafka.Client.Connecting;
using Sigma.Streams.Kafka;
using Sigma.Streams.RuleFiles;

namespace Sigma.Streams.Publishing;

/// <summary>Writes rules into the topic from which the service reads them: what is unchanged is not written again.</summary>
internal static class PublishCommand
{
    public static async Task<int> RunAsync(PublishOptions options, TextWriter messages, CancellationToken cancellationToken)
    {
        var connection = new KafkaConnection
        {
            BootstrapServers = options.BootstrapServers,
            ClientId = "sigma-rules-publish",
            Properties = options.Client,
        };
        var read = RuleFolder.Read(options.Paths, RuleTexts.None);
        var rules = RuleInputs.Rules(read, options.Placeholders, new(), RuleChanges.None);
        foreach (var problem in rules.Problems.Where(problem => problem.IsError))
        {
            await messages.WriteLineAsync($"{problem}");
        }

        if (rules.HasErrors || rules.Rules.Count == 0)
        {
            await messages.WriteLineAsync(rules.HasErrors
                ? "rules publish: nothing was written. Mend these rules, or leave their files out."
                : "rules publish: there is no rule. Name a file or a folder with one.");
            return ExitCode.NotDone;
        }

        try
        {
            var known = await Task.Run(() => PublishedRules.Read(connection, options.Topic, cancellationToken), cancellationToken);
            var wanted = Named(options.Paths, read);
            var changed = wanted.Where(file => known.GetValueOrDefault(file.Key) != file.Value)
                .Select(file => KeyValuePair.Create(file.Key, (string?)file.Value)).ToList();
            var gone = options.Prune ? known.Keys.Where(key => !wanted.ContainsKey(key)).ToList() : [];
            if (changed.Count + gone.Count > 0)
            {
                await Task.Run(() => RulesTopic.Write(connection, connection.ClientId, options.Topic,
                    [.. changed, .. gone.Select(key => KeyValuePair.Create(key, (string?)null))]), cancellationToken);
            }

            await messages.WriteLineAsync(
                $"rules publish: {changed.Count} files written to {options.Topic}, {wanted.Count - changed.Count} unchanged, "
                + $"{gone.Count} removed.");
            return ExitCode.Done;
        }
        catch (KafkaException exception)
        {
            throw new IOException($"Nothing was written: {KafkaFailure.Sentence(exception)}", exception);
        }
    }

    /// <summary>Each file under its path below the folder that was named, so that the same folder has the same keys anywhere.</summary>
    private static Dictionary<string, string> Named(IReadOnlyList<string> paths, RuleTexts read)
    {
        var files = new Dictionary<string, string>();
        foreach (var (file, text) in read.Texts)
        {
            var folder = paths.Where(Directory.Exists).FirstOrDefault(
                path => !Path.GetRelativePath(path, file).StartsWith("..", StringComparison.Ordinal));
            var key = (folder is null ? Path.GetFileName(file) : Path.GetRelativePath(folder, file)).Replace('\\', '/');
            if (!files.TryAdd(key, text))
            {
                throw new InvalidDataException($"Two files would have the name {key} in the topic. Publish the folder above them.");
            }
        }

        return files;
    }
}

/// <param name="Paths">Files and folders of rules.</param>
/// <param name="Topic">The compacted topic.</param>
/// <param name="BootstrapServers">Host and port of some brokers.</param>
/// <param name="Client">Further properties of librdkafka.</param>
/// <param name="Placeholders">A file; null for none.</param>
/// <param name="Prune">Files of the topic that are not among these are removed.</param>
internal sealed record PublishOptions(
    IReadOnlyList<string> Paths,
    string Topic,
    string BootstrapServers,
    IReadOnlyDictionary<string, string> Client,
    string? Placeholders,
    bool Prune)
{
    /// <param name="properties">Each <c>NAME=VALUE</c>.</param>
    /// <exception cref="InvalidDataException">One has no name.</exception>
    public static IReadOnlyDictionary<string, string> Properties(IEnumerable<string> properties)
    {
        var read = new Dictionary<string, string>();
        foreach (var property in properties)
        {
            var equals = property.IndexOf('=', StringComparison.Ordinal);
            var name = equals > 0 ? property[..equals] : throw new InvalidDataException($"{property} is not NAME=VALUE.");
            read[name] = property[(equals + 1)..];
        }

        return read;
    }
}

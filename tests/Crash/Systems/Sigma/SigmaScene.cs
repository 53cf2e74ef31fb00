using Crash.Faults;
using Load.Servers;

namespace Crash.Systems.Sigma;

/// <summary>The broker, and a folder of rules.</summary>
internal sealed class SigmaScene : ICrashScene
{
    private readonly CrashOptions _options;
    private readonly string _folder;
    private readonly KafkaBroker _broker;
    private readonly string _name = $"crash-{Guid.NewGuid():n}";
    private readonly AvroTopics? _avro;
    private readonly List<SigmaSubject> _subjects = [];

    private SigmaScene(CrashOptions options, string folder, KafkaBroker broker) =>
        (_options, _folder, _broker, _avro) = (options, folder, broker, options.Store == SigmaCrash.Avro ? new() : null);

    public static async Task<SigmaScene> OpenAsync(CrashOptions options, string folder, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(Path.Combine(folder, "rules"));
        await File.WriteAllTextAsync(Path.Combine(folder, "rules", "stories.yml"), Story.Rules, cancellationToken);
        var broker = await KafkaBroker.UpAsync(options.Servers, options.Faults.Contains(SigmaCrash.Freeze), cancellationToken);
        return new(options, folder, broker);
    }

    public CrashTrial Prepare(string fault)
    {
        // Topics and groups of its own: whatever they hold comes from this fault's rounds.
        var subject = new SigmaSubject(
            _options.Service, Path.Combine(_folder, "rules"), Path.Combine(_folder, fault), _broker, _avro,
            $"{_name}-{fault}");
        _subjects.Add(subject);
        IFault strike = fault switch
        {
            SigmaCrash.Kill => new InstanceKill(fault),
            SigmaCrash.Rebalance => new MemberChange(fault),
            _ => new BrokerFreeze(fault, _broker),
        };
        return new(strike, subject);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var subject in _subjects)
        {
            await subject.DisposeAsync();
        }

        _avro?.Dispose();
        await _broker.DisposeAsync();
    }
}

using Load.Machine;
using Load.Systems.Analyzer.Service;

namespace Load.Systems.Analyzer.Stores;

/// <summary>
/// The store of one service: empty when it is made, and removed when it is disposed. The
/// service may be stopped and started on it again.
/// </summary>
internal sealed class TemporaryStore : IAsyncDisposable
{
    private readonly StoreTarget _target;
    private readonly string _alias = $"lab-{Guid.NewGuid():n}";
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("analyzer-lab-");

    /// <param name="target">The run's store; a row's own setting <c>Analyzer:Store</c> counts before it.</param>
    /// <param name="settings">The row's settings.</param>
    public TemporaryStore(StoreTarget target, ServiceSettings settings) =>
        _target = target with { Name = settings.Options.GetValueOrDefault("Analyzer:Store", target.Name) };

    /// <summary>Data folder of the service.</summary>
    public string Folder => _folder.FullName;

    /// <summary>Configuration that leads the service here.</summary>
    public IReadOnlyDictionary<string, string> Options => _target.Name == StoreTarget.Elasticsearch
        ? new Dictionary<string, string>
        {
            ["Analyzer:Store"] = StoreTarget.Elasticsearch,
            ["Analyzer:Elasticsearch:Url"] = _target.Url!,
            ["Analyzer:Elasticsearch:Alias"] = _alias,
        }
        : new Dictionary<string, string> { ["Analyzer:Store"] = StoreTarget.Sqlite };

    /// <summary>
    /// Call when it has been filled: waits until Elasticsearch has merged what it is going to merge, so that no row pays for the filling.
    /// </summary>
    public async Task WaitUntilMergedAsync(CancellationToken cancellationToken)
    {
        if (_target.Name == StoreTarget.Elasticsearch)
        {
            using var server = new ElasticsearchServer(_target.Url!);
            await server.AwaitMergesAsync(_alias, cancellationToken);
        }
    }

    /// <summary>Nobody may use it any more.</summary>
    public async ValueTask DisposeAsync()
    {
        _folder.Delete(recursive: true);
        if (_target.Name == StoreTarget.Elasticsearch)
        {
            using var server = new ElasticsearchServer(_target.Url!);
            try
            {
                await server.RemoveAsync(_alias, CancellationToken.None);
            }
            catch (LabException exception)
            {
                // The measurements count nevertheless; the person should know what is left behind.
                await Console.Error.WriteLineAsync($"The index {_alias}-v1 could not be removed: {exception.Message}");
            }
        }
    }
}

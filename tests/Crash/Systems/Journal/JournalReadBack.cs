using System.Text;
using Crash.Faults;
using Load.Machine;
using Load.Systems.Journal.Processes;

namespace Crash.Systems.Journal;

/// <summary>
/// The lines that a reader finds: all lines of the folder, replayed once with the reader's key, after <c>verify</c> has found nothing. Both
/// are the programs that a person would use.
/// </summary>
internal sealed class JournalReadBack(string way, Lazy<Task<ILookup<string, byte[]>>> lines) : IReadBackClient
{
    public const string Http = "http";
    public const string Relp = "relp";

    public string Way => way;

    public async Task<Response<byte[]>> FindAsync(string id, CancellationToken cancellationToken) =>
        (await lines.Value)[id].FirstOrDefault() is { } content
            ? new(ResponseKind.Known, content)
            : new(ResponseKind.NotFound, null);

    public async Task<Response<ReadBackPage>> ListAsync(string after, CancellationToken cancellationToken) => new(
        ResponseKind.Known, new([.. (await lines.Value).SelectMany(line => line, (line, content) => (line.Key, content))], ""));

    public void Dispose()
    {
        // The processes have ended.
    }

    /// <exception cref="LabException">The journal does not verify, or cannot be replayed.</exception>
    public static async Task<ILookup<string, byte[]>> ReadAsync(
        string? assembly, string folder, string key, CancellationToken cancellationToken)
    {
        await RunAsync("verify");
        return (await RunAsync("replay")).Split('\n', StringSplitOptions.RemoveEmptyEntries).ToLookup(line => line, Encoding.UTF8.GetBytes);

        async Task<string> RunAsync(string command)
        {
            var (code, output, errors) = await JournalProcess.RunAsync(
                assembly, [command, "--key", key, JournalProcess.Data(folder)], cancellationToken);
            return code == 0 ? output : throw new LabException($"{command} ended with {code}: {errors}", CrashLab.Found);
        }
    }
}

using Hosting.Lifetime;
using Hosting.Settings;
using Journal.Features.Settings;
using Journal.Features.Storage;
using Journal.Log.Folders;
using Journal.Log.Writing;
using Microsoft.Extensions.Options;

namespace Journal.Features.Commands;

/// <summary>Runs a command with the server's own settings, and tells of expected failures in a sentence.</summary>
/// <param name="settings">Settings from the command line, each <c>--Journal:Key=Value</c>.</param>
/// <param name="addSettings">Registers the server's options.</param>
internal sealed class JournalCommandRunner(string[] settings, Action<IServiceCollection> addSettings)
{
    /// <summary>The server's settings, while a command runs.</summary>
    public JournalOptions Options { get; private set; } = new();

    /// <param name="name">The command's, for messages.</param>
    /// <param name="folder">The journal's folder; null for that of the settings.</param>
    /// <param name="run">Gets the folder and a writer for messages.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> RunAsync(
        string name, string? folder, Func<JournalFolder, TextWriter, CancellationToken, Task<int>> run)
    {
        using var signals = new StopSignals();
        try
        {
            // The server's own builder, so that the command accepts the same settings from the same sources, and refuses the same unknown
            // ones.
            var builder = HostConfiguration.CreateBuilder(settings, addSettings);
            await using var services = builder.Services.BuildServiceProvider();
            services.ValidateSettings();
            Options = services.GetRequiredService<IOptions<JournalOptions>>().Value;
            Options.DataDirectory = folder ?? Options.DataDirectory;
            using var stop = services.GetRequiredService<IOptions<HostSettings>>().Value.StopAtEndOfInput
                ? CancellationTokenSource.CreateLinkedTokenSource(signals.Token, ParentWatchdog.Watch())
                : CancellationTokenSource.CreateLinkedTokenSource(signals.Token);
            return await run(WriterFeature.FolderOf(Options), Console.Error, stop.Token);
        }
        catch (OperationCanceledException canceled)
            when (signals.Token.IsCancellationRequested || canceled.CancellationToken.IsCancellationRequested)
        {
            return ExitCode.Interrupted;
        }
        catch (Exception exception) when (StartFailure.IsExpected(exception)
            || exception is InvalidDataException or JournalRefusedException)
        {
            await Console.Error.WriteLineAsync($"{name}: {StartFailure.Sentence(exception)}");
            return ExitCode.NotDone;
        }
    }
}

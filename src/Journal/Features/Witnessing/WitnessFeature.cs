using Journal.Features.Settings;
using Journal.Log.Folders;
using Journal.Log.Signing;
using Journal.Log.Witnessing;
using Journal.Log.Writing;
using Microsoft.Extensions.Options;

namespace Journal.Features.Witnessing;

/// <summary>This journal as a witness of other logs (C2SP tlog-witness).</summary>
internal static partial class WitnessFeature
{
    public static void AddWitness(this IServiceCollection services)
    {
        services.AddSingleton(provider => new Witness(
            provider.GetRequiredService<JournalFolder>(),
            WitnessKeys.LoadOrMake(provider.GetRequiredService<JournalFolder>()),
            provider.GetRequiredService<IOptions<WitnessOptions>>().Value.LogKeys.Select(ReadKey),
            provider.GetRequiredService<TimeProvider>()));
        services.AddSingleton<WitnessDesk>();
    }

    /// <summary>
    /// Created at the start, so that an invalid key or a damaged state is reported then. This process owns the folder by now.
    /// </summary>
    public static void UseWitness(this WebApplication app)
    {
        app.Services.GetRequiredService<WitnessDesk>();
        if (app.Services.GetRequiredService<IOptions<WitnessOptions>>().Value.LogKeys.Count is > 0 and var count)
        {
            Log.Witness(app.Logger, count, File.ReadAllText(app.Services.GetRequiredService<JournalFolder>().WitnessVerifierFile).Trim());
        }
    }

    private static VerifierKey ReadKey(string text)
    {
        try
        {
            return VerifierKey.Parse(text);
        }
        catch (InvalidDataException exception)
        {
            throw new JournalRefusedException(
                $"Journal:Witness:Logs has to list verifier keys, as in log.vkey of another journal. {text}: {exception.Message}",
                exception);
        }
    }

    private static partial class Log
    {
        [LoggerMessage(40, LogLevel.Information, "A witness of {Count} logs, which signs as {Key}")]
        public static partial void Witness(ILogger logger, int count, string key);
    }
}

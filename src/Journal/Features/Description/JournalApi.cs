using Hosting.Web.Api;
using Journal.Features.Doors;
using Journal.Features.Http;
using Journal.Features.State;
using Journal.Features.Witnessing;

namespace Journal.Features.Description;

/// <summary>The interface of the journal as a whole.</summary>
internal static class JournalApi
{
    public static ApiDocument Document { get; } = new(
        JournalApp.Host, "Send logs by HTTP in the forms of many senders, read checkpoints and tiles, and have checkpoints signed.")
    {
        Tags =
        [
            (DoorsApi.Tag, "The forms in which senders bring records. An answer of 2xx means that all of them are on the disk."),
            (ProofsApi.Tag, "What anybody can verify."), (StateApi.Tag, "What the journal itself does."),
        ],
        Kinds =
        [
            JournalErrors.StoreUnavailable, ReceivedBody.UnknownCodingKind, WitnessErrors.Malformed, WitnessErrors.NotSigned,
            WitnessErrors.UnknownLog, WitnessErrors.NotConsistent,
        ],
    };
}

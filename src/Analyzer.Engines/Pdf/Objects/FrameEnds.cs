using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Knows what follows when a dictionary or an array ends.</summary>
internal sealed class FrameEnds(
    IDocumentParts parts, ActionGraph actions, FrameStack frames, StreamDictionary stream,
    StringValues strings, ReferenceValues references, NameValues names)
{
    /// <summary>Ends the innermost one.</summary>
    /// <returns>What the object does, when the whole object has ended with it.</returns>
    public ActionKinds Close(in ObjectPlace place)
    {
        ref var frame = ref frames.Top;
        var kinds = ActionKinds.None;
        switch (frame.Role)
        {
            case FrameRole.Object:
                kinds = frame.Kinds;
                strings.SetOwn(frame.Argument);
                EndObject(ref frame, place);
                break;
            case FrameRole.Action:
                actions.Add(frame.Owner, frame.Kinds, place, strings.ArgumentOf(frame.Argument));
                break;
            case FrameRole.Destination:
                actions.Add(frame.Owner, ActionKinds.GoTo, place, []);
                break;
        }

        if (frame.IsDictionary)
        {
            EndFile(ref frame, place);
        }

        strings.EndFrame(frame.Name);
        frames.Close();
        if (frames.Depth > 0)
        {
            frames.Top.EndValue(ref frame);
        }

        return kinds;
    }

    // A dictionary may describe an embedded file, or be the list of its streams.
    private void EndFile(ref Frame frame, in ObjectPlace place)
    {
        foreach (var target in frame.Embedded)
        {
            parts.EmbeddedFile(target, strings.NameOf(frame.Name), frame.NameObject, place);
        }

        if (frame.EmbeddedList > 0)
        {
            parts.EmbeddedFiles(frame.EmbeddedList, strings.NameOf(frame.Name), frame.NameObject, place);
        }

        if (frame is { Role: FrameRole.Object, NameObject: > 0, Owner: > 0 })
        {
            parts.FileList(frame.Owner, frame.Remembered);
        }
    }

    private void EndObject(ref Frame frame, in ObjectPlace place)
    {
        if (frame.Owner == 0)
        {
            return;
        }

        references.EndObject(ref frame, place);
        if (!frame.IsDictionary)
        {
            names.EndArray(frame.Values);
        }
        else if (stream.OwnParameters is { } parameters)
        {
            parts.FilterParameters(frame.Owner, parameters);
        }
    }
}

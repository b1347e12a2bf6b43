import { useMutation } from "@tanstack/react-query";
import { staffPath } from "../basics/page";
import { call } from "../http/call";
import { useText } from "../texts/TextsProvider";
import { problemText } from "../ui/problemText";
import { useToast } from "../ui/Toasts";

/** Returns what ends the session of this browser. */
export function useSignOut(): () => void {
  const text = useText();
  const toast = useToast();
  const signOut = useMutation({
    mutationFn: () => call("DELETE", "/v1/staff/session"),
    // By loading another page, so that nothing of what was loaded for this person stays in memory.
    onSuccess: () => location.assign(`${staffPath()}/sign-in`),
    onError: (error) => toast({ text: problemText(error, text) }),
  });
  return () => {
    if (!signOut.isPending) signOut.mutate();
  };
}
